import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { orderApi } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  tester = createOrderTester(t)
})
afterAll(() => t.close())

let count = 0
async function placeOrder() {
  count += 1
  const email = `part${count}@example.com`
  const { id } = await placeTestOrder(t, { email })
  /** Returns the emails with the subject, in the order in which they were sent. */
  const readMails = async (subject: RegExp) => {
    await t.runJobs()
    const mails = await listMailsTo(t, email)
    return mails.filter(mail => subject.test(/^Subject: (.*)$/m.exec(mail)?.[1] ?? ''))
  }
  return { id, readMails, read: () => tester.getOrder(id) }
}
const pay = (id: string, amount: number) =>
  t.call('owner', orderApi.addPayment, { params: { id }, body: { amount, method: 'bank' } })
const refund = (id: string, amount: number) =>
  t.call('owner', orderApi.addRefund, { params: { id }, body: { amount, method: 'bank' } })
const toUnits = ({ lines }: Order, quantity: number) => [{ line: lines[0]?._id ?? '', quantity }]

test('emails that wait together show the amount of their own refund', async () => {
  const { id, read, readMails } = await placeOrder()
  await pay(id, (await read()).total)
  await refund(id, 1111)
  await refund(id, 2222)
  const mails = await readMails(/^Refund/)
  expect(mails).toHaveLength(2)
  expect(mails.map(mail => /\$(\d+\.\d+)/.exec(mail)?.[1])).toEqual(['11.11', '22.22'])
})

test('emails that wait together show the amount of their own payment', async () => {
  const { id, read, readMails } = await placeOrder()
  await pay(id, (await read()).total)
  const order = await read()
  const [line] = order.lines
  await tester.applyChange(order, {
    kind: 'editItems',
    lines: [{ line: line?._id ?? '', quantity: 2, unitPrice: 3000 }],
  })
  const { balance } = await read()
  expect(balance).toBe(530)
  await pay(id, balance)
  const mails = await readMails(/^Payment/)
  expect(mails.map(mail => /\$(\d+\.\d+)/.exec(mail)?.[1])).toEqual(['54.70', '5.30'])
})

test('no email confirms a refund that the bank returned', async () => {
  const { id, read, readMails } = await placeOrder()
  await pay(id, (await read()).total)
  await refund(id, 1111)
  await t.inStore(tx => tx`delete from payment where order_id = ${id} and kind = 'refund'`)
  expect(await readMails(/^Refund/)).toEqual([])
})

test('the email about a decided return shows the answer to this return', async () => {
  const { id, read, readMails } = await placeOrder()
  await tester.updateStatus(id, 'shipped')
  for (let i = 0; i < 2; i += 1)
    await tester.applyChange(await read(), {
      kind: 'createReturn',
      status: 'requested',
      lines: toUnits(await read(), 1).map(unit => ({ ...unit, reason: 'unwanted' as const })),
      wish: 'refund',
    })
  const accept = async (i: number, answer: string) =>
    tester.applyChange(await read(), {
      kind: 'updateReturn',
      return: (await read()).returns[i]?._id ?? '',
      status: 'accepted',
      answer,
    })
  expect((await accept(1, 'ANSWERTWO')).status).toBe(200)
  expect((await accept(0, 'ANSWERONE')).status).toBe(200)
  const mails = await readMails(/return.*accepted/i)
  expect(mails.map(mail => /ANSWER\w+/.exec(mail)?.[0])).toEqual(['ANSWERTWO', 'ANSWERONE'])
})

test('the email about a parcel shows its own units and tracking', async () => {
  const { read, readMails } = await placeOrder()
  const ship = async (number: string) => {
    const order = await read()
    await tester.applyChange(order, {
      kind: 'createParcel',
      status: 'shipped',
      lines: toUnits(order, 1),
      tracking: { carrier: 'DHL', number },
    })
  }
  await ship('FIRST')
  await ship('SECOND')
  const order = await read()
  await tester.applyChange(order, {
    kind: 'updateParcel',
    parcel: order.fulfillments[0]?._id ?? '',
    status: 'delivered',
  })
  const shipped = await readMails(/shipped|on its way/i)
  expect(shipped.map(mail => mail.match(/Tracking number: DHL \w+/g))).toEqual([
    ['Tracking number: DHL FIRST'],
    ['Tracking number: DHL SECOND'],
  ])
  for (const mail of shipped) expect(mail).toMatch(/^1 .+ Blue teapot$/m)
  const [delivered = ''] = await readMails(/delivered|arrived/i)
  expect(delivered).toContain('Tracking number: DHL FIRST')
  expect(delivered).not.toContain('SECOND')
  expect(delivered).toContain('Write a review')
})

test('a change of the whole order names the parcel that it moved, alone and in bulk', async () => {
  const { id, read, readMails } = await placeOrder()
  const ship = async (change: Partial<OrderChangeOf<'createParcel'>>) =>
    tester.makeChange(await read(), { kind: 'createParcel', status: 'shipped', ...change })
  await ship({ lines: toUnits(await read(), 1), tracking: { carrier: 'DHL', number: 'FIRST' } })
  await tester.updateStatus(id, 'shipped', { tracking: { carrier: 'DHL', number: 'SECOND' } })
  const other = await placeOrder()
  await t.call('owner', orderApi.bulkUpdateStatus, {
    body: { ids: [other.id], status: 'shipped', tracking: { carrier: 'DHL', number: 'BULK' } },
  })
  const listNumbers = (mails: string[]) => mails.map(mail => mail.match(/number: DHL \w+/g))
  const shipped = await readMails(/shipped|on its way/i)
  expect(listNumbers(shipped)).toEqual([['number: DHL FIRST'], ['number: DHL SECOND']])
  for (const mail of shipped) expect(mail).toMatch(/^1 .+ Blue teapot$/m)
  expect(listNumbers(await other.readMails(/shipped|on its way/i))).toEqual([['number: DHL BULK']])
})

test('a change of the whole order that moves several parcels is emailed about all', async () => {
  const { id, read, readMails } = await placeOrder()
  await tester.makeChange(await read(), {
    kind: 'createParcel',
    status: 'packed',
    lines: toUnits(await read(), 1),
    tracking: { carrier: 'DHL', number: 'PACKED' },
  })
  await tester.updateStatus(id, 'shipped', { tracking: { carrier: 'DHL', number: 'REST' } })
  const [mail = '', ...others] = await readMails(/shipped|on its way/i)
  expect(others).toEqual([])
  expect(mail.match(/number: DHL \w+/g)).toEqual(['number: DHL PACKED', 'number: DHL REST'])
})

test('a job from before this rule, which names no part, is sent about the latest one', async () => {
  const { id, read, readMails } = await placeOrder()
  await pay(id, (await read()).total)
  await refund(id, 1111)
  await refund(id, 2222)
  await t.sql`
    update graphile_worker._private_jobs j
    set payload = (payload::jsonb - 'partId')::json
    from graphile_worker._private_tasks k
    where k.id = j.task_id and k.identifier = 'order.mail' and payload ->> 'id' = ${id}`
  const mails = await readMails(/^Refund/)
  expect(mails.map(mail => /\$(\d+\.\d+)/.exec(mail)?.[1])).toEqual(['22.22', '22.22'])
})

test('amounts are written in the language of the email', async () => {
  const { id, read, readMails } = await placeOrder()
  await t.inStore(tx => tx`update "order" set language = 'de' where id = ${id}`)
  await pay(id, (await read()).total)
  await refund(id, 1111)
  const mails = await readMails(/./)
  expect(mails).toHaveLength(3)
  for (const mail of mails) expect(mail).not.toMatch(/\$\d/)
  expect(mails[0]).toMatch(/54,70.{0,3}\$/)
  expect(mails[2]).toMatch(/11,11.{0,3}\$/)
})

test('emails name the units of a parcel that was lost, or canceled after it was shipped', async () => {
  const { read, readMails } = await placeOrder()
  const addParcel = async (status: 'packed' | 'shipped', number: string) => {
    const order = await read()
    const change = { kind: 'createParcel' as const, status, lines: toUnits(order, 1) }
    await tester.applyChange(order, { ...change, tracking: { carrier: 'DHL', number } })
  }
  const move = async (i: number, status: 'lost' | 'cancelled', isNotified = true) => {
    const order = await read()
    const parcel = order.fulfillments[i]?._id ?? ''
    const change = { kind: 'updateParcel' as const, parcel, status, isNotified }
    expect((await tester.applyChange(order, change)).status).toBe(200)
  }
  await addParcel('shipped', 'FIRST')
  await addParcel('shipped', 'SECOND')
  await move(0, 'lost')
  await move(1, 'cancelled')
  await addParcel('packed', 'THIRD')
  await move(2, 'cancelled')
  await addParcel('shipped', 'FOURTH')
  await move(3, 'cancelled', false)
  const mails = await readMails(/^A parcel/)
  expect(mails.map(mail => /^Subject: A parcel of order \S+ (.*?)\r?$/m.exec(mail)?.[1])).toEqual([
    'was lost',
    'was canceled',
  ])
  expect(mails[0]).toMatch(/^1 .+ Blue teapot$/m)
  expect(mails[0]).toContain('Tracking number: DHL FIRST')
  expect(mails[1]).toContain('Tracking number: DHL SECOND')
})

test('emails show the images of products, those of a refund only its units, and no link as text', async () => {
  const { id, read, readMails } = await placeOrder()
  await t.inStore(async tx => {
    const [media] = await tx<{ url: string }[]>`
      with added as (select new_id() as id)
      insert into media (id, url, width, height, bytes, hash)
      select id, '/media/' || current_store() || '/' || id || '/1200.webp', 1200, 900, 9, 'x' from added
      returning url`
    await tx`update order_line set image = ${media?.url ?? ''} where order_id = ${id}`
    await tx`
      update variant set measure_amount = 250, measure_unit = 'g'
      where id = (select variant_id from order_line where order_id = ${id})`
  })
  const order = await read()
  await pay(id, order.total)
  const [receipt = ''] = await readMails(/received/)
  expect(receipt).toMatch(
    /<img src="http:[^"]+\/160\.webp" alt="Blue teapot" width="80" height="60"/,
  )
  expect(receipt).toMatch(/\d \/ kg/)
  const [text = '', html = ''] = receipt.split('<!doctype')
  expect(text).toContain(`/orders/${id}/`)
  expect(html).toContain(`/orders/${id}/`)
  expect(html).not.toMatch(/>https?:/)
  await refund(id, 100)
  const units = toUnits(order, 1).map(unit => ({ ...unit, disposition: 'keep' as const }))
  const itemRefund = await tester.applyChange(await read(), {
    kind: 'refund',
    lines: units,
    reason: 'damaged',
    method: 'bank',
  })
  expect(itemRefund.status).toBe(200)
  const mails = await readMails(/^Refund/)
  expect(mails.map(mail => /^1 .+ Blue teapot$/m.test(mail))).toEqual([false, true])
})
