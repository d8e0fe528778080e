import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { Shopper } from '../testing/subject/test-shopper.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  tester = createOrderTester(t)
})
afterAll(() => t.close())

const readPage = async (path: string) => (await visit(t, path)).body
const send = (url: string, fields: Record<string, string>) => new Shopper(t).send(fields, { url })

async function placeShippedOrder(email = 'ada@example.com') {
  const placed = await placeTestOrder(t, { email })
  await t.call('owner', orderApi.addPayment, {
    params: { id: placed.id },
    body: { amount: 5470, method: 'bank' },
  })
  await tester.updateStatus(placed.id, 'shipped')
  const read = () => tester.getOrder(placed.id)
  return { ...placed, read, line: (await read()).lines[0]?._id ?? '' }
}

test.each(['return', 'claim'])(
  'a shopper cancels a requested %s until the store answers',
  async kind => {
    const { path, line, read } = await placeShippedOrder()
    const request = () => send(`${path}/${kind}`, { [`line-${line}`]: '1' })
    const cancel = (id = '') => send(path, { intent: 'cancelReturn', return: id })
    await request()
    expect(await readPage(path)).toContain('Cancel request')
    const first = (await read()).returns[0]?._id
    expect((await cancel(first)).statusCode).toBe(303)
    const canceled = await read()
    expect(canceled.returns).toMatchObject([{ kind, status: 'canceled' }])
    expect(canceled.timeline.at(-1)).toMatchObject({
      type: `${kind}_canceled`,
      data: { isFromShopper: true },
    })
    expect(await readPage(path)).not.toContain('Cancel request')

    await request()
    const second = (await read()).returns[1]?._id ?? ''
    const change = { kind: 'updateReturn' as const, return: second, status: 'accepted' as const }
    const before = await tester.makeChange(await read(), change)
    const foreign = await placeTestOrder(t)
    expect((await cancel(first)).statusCode, 'sent twice').toBe(303)
    for (const id of [second, foreign.id]) {
      const reply = await cancel(id)
      expect([409, 422]).toContain(reply.statusCode)
      expect(reply.body).toContain('The store has already answered this request')
    }
    expect(await read()).toEqual(before)
  },
)

test('a shopper chooses what an exchange is for, which the store reads in the request', async () => {
  const { path, line, read, product } = await placeShippedOrder()
  const addVariant = (size: string, stock: number) =>
    t.inStore(async tx => {
      const [row] = await tx<{ id: string }[]>`
        insert into variant (product_id, options, price, stock, position)
        values (${product._id}, ${[size]}::text[], 2490, ${stock}, 1) returning id`
      return row?.id ?? ''
    })
  const large = await addVariant('L <b>', 4)
  const soldOut = await addVariant('XL', 0)
  const form = await readPage(`${path}/return`)
  expect(form).toContain(`name="exchange-${line}"`)
  expect(form).toContain(`<option value="${large}">L &lt;b&gt;</option>`)
  expect(form).not.toContain(soldOut)
  expect(await readPage(`${path}/claim`)).not.toContain('exchange-')
  const request = (fields: Record<string, string>) =>
    send(`${path}/return`, { [`line-${line}`]: '1', wish: 'exchange', ...fields })
  await request({ [`exchange-${line}`]: large, reason: 'Too small' })
  // Only variants that the form offers, and only for an exchange.
  await request({ [`exchange-${line}`]: large, wish: 'refund' })
  const reasons = (await read()).returns.map(({ reason }) => reason)
  expect(reasons).toEqual(['Blue teapot → L <b>\nToo small', ''])
  const [first] = (await read()).returns
  await send(path, { intent: 'cancelReturn', return: first?._id ?? '' })
  await request({ [`exchange-${line}`]: soldOut })
  expect((await read()).returns.at(-1)).toMatchObject({ wish: 'exchange', reason: '' })
})

test('while the store checks received items, the page promises no refund', async () => {
  const { path, line, read } = await placeShippedOrder()
  const unit = { line, quantity: 1 }
  const accepted = await tester.makeChange(await read(), {
    kind: 'createReturn',
    status: 'accepted',
    lines: [{ ...unit, reason: 'unwanted' }],
    wish: 'any',
  })
  const orderReturn = accepted.returns[0]?._id ?? ''
  const received = await tester.makeChange(accepted, {
    kind: 'receiveReturn',
    return: orderReturn,
    lines: [{ ...unit, condition: 'good', isRestocked: true }],
  })
  expect(received.balance).toBe(-2490)
  const page = await readPage(path)
  expect(page).toContain('The store is checking the items.')
  expect(page).not.toContain('will be refunded')
  await tester.makeChange(received, {
    kind: 'refund',
    return: orderReturn,
    lines: [{ ...unit, disposition: 'keep' }],
    reason: 'returned',
    method: 'bank',
  })
  const refunded = await readPage(path)
  expect(refunded).toContain('$24.90 refunded on')
  expect(refunded).not.toContain('The store is checking the items.')
})

test('the page of an exchanged order and of its exchange name each other and the credit', async () => {
  const { path, product, line, read } = await placeShippedOrder('swap@example.com')
  const order = await read()
  const lines = [{ line, quantity: 1 }]
  const returned = await tester.makeChange(order, {
    kind: 'createReturn',
    status: 'accepted',
    lines: lines.map(unit => ({ ...unit, reason: 'wrong_size' as const })),
    wish: 'exchange',
  })
  const orderReturn = returned.returns[0]?._id ?? ''
  const received = await tester.makeChange(returned, {
    kind: 'receiveReturn',
    return: orderReturn,
    lines: lines.map(unit => ({ ...unit, condition: 'good' as const, isRestocked: true })),
  })
  const exchanged = await tester.makeChange(received, {
    kind: 'exchangeReturn',
    return: orderReturn,
    lines: [{ variant: product.variant, quantity: 1, unitPrice: 4000 }],
  })
  const [next] = exchanged.followingOrders
  const number = next?.number ?? ''
  const body = await readPage(path)
  expect(body).toContain(`Exchange order ${number}`)
  expect(body).toContain(`$24.90 credited to order ${number} on`)
  await t.runJobs()
  const mails = await listMailsTo(t, 'swap@example.com')
  const findMail = (subject: string) => mails.find(mail => mail.includes(`Subject: ${subject}`))
  expect(findMail(`Return for order ${order.number} completed`)).toMatch(
    new RegExp(`Exchange order[^#]*${number}`),
  )
  const request = mails.find(mail => mail.includes(`Credit from order ${order.number}`))
  expect(request).toContain('-$24.90')
  expect(request).toContain('$15.10')
  const [, nextPath = ''] = /(\/orders\/[\w-]+\/[\w-]+)/.exec(request ?? '') ?? []
  expect(await readPage(nextPath)).toContain(`$24.90 credited from order ${order.number}`)
})
