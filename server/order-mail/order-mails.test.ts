import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { orderMailApi } from '#contract/order/order-mail.ts'
import { storeApi } from '#contract/store/store.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
afterAll(() => t.close())

let count = 0
/** Places an order of a shopper with a mailbox of their own. */
async function placeOrder(changes: Record<string, string> = {}) {
  count += 1
  const email = `shopper${count}@example.com`
  const order = await placeTestOrder(t, { email, ...changes })
  const readMails = async () => {
    await t.runJobs()
    return listMailsTo(t, email)
  }
  return { ...order, readMails }
}
const pay = (id: string, amount: number) =>
  t.call('owner', orderApi.addPayment, { params: { id }, body: { amount, method: 'bank' } })
const refund = (id: string, amount: number) =>
  t.call('owner', orderApi.addRefund, { params: { id }, body: { amount, method: 'bank' } })

test('the receipt shows the order, its total and how to pay, and executes no text', async () => {
  const { readMails } = await placeOrder({
    name: '{{total}} <img src=x>',
    title: '<script>alert(1)</script> {{reason}}',
  })
  const [mail = ''] = await readMails()
  expect(mail).toMatch(/^From: Store of owner <no-reply@/m)
  expect(mail).toContain('IBAN <b>DE00</b>')
  const [, number = ''] = /^Subject: Order #(\d+) received/m.exec(mail) ?? []
  expect(mail).toContain(`Payment reference: ${number}`)
  expect(mail).toContain('IBAN &lt;b&gt;DE00&lt;/b&gt;')
  expect(mail).toContain('&lt;script&gt;alert(1)&lt;/script&gt; {{reason}}')
  expect(mail.slice(mail.indexOf('<!doctype'))).not.toMatch(/<(script|img)/)
})

test('emails end with the legal information of the store, otherwise with its address', async () => {
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: {
      data: {
        legalName: 'Kiln <GmbH>',
        address: { line1: 'Quay 4', postalCode: '20457', city: 'Hamburg', country: 'DE' },
      },
    },
  })
  const readReceipt = async () => {
    const [mail = ''] = await (await placeOrder()).readMails()
    return mail.replaceAll('\r\n', '\n')
  }
  const first = await readReceipt()
  expect(first).toContain('Store of owner\nKiln <GmbH>, Quay 4, 20457 Hamburg, Germany\n')
  expect(first).toContain('Kiln &lt;GmbH&gt;, Quay 4')
  await t.call('owner', cmsApi.update, {
    body: { policies: { imprint: '<p>Kiln GmbH<br>Register court: Hamburg</p>' } },
  })
  expect(await readReceipt()).toContain('Store of owner\nKiln GmbH\nRegister court: Hamburg\n')
})

test('shoppers answer to the contact email of the store, otherwise to its own', async () => {
  const params = { id: t.people.owner.storeId }
  const setContact = (email: string) =>
    t.call('owner', cmsApi.update, { body: { contact: { email }, password: samplePassword } })
  const readReplyTo = async () => {
    const [mail = ''] = await (await placeOrder()).readMails()
    return /^Reply-To: .*<(.*)>/m.exec(mail)?.[1]
  }
  const body = { data: { email: 'own@example.com' }, password: samplePassword }
  await t.call('owner', storeApi.update, { params, body })
  expect(await readReplyTo()).toBe('own@example.com')
  expect((await setContact('contact@example.com')).status).toBe(200)
  expect(await readReplyTo()).toBe('contact@example.com')
  await setContact('')
})

test('the receipt contains the terms and the return policy of the store', async () => {
  await t.call('owner', cmsApi.update, {
    body: { policies: { terms: '<h2>Scope</h2><p>These terms &amp; no others.</p>' } },
  })
  const order = await placeOrder()
  const { total } = (await t.call('owner', orderApi.get, { params: { id: order.id } })).body.data
  await pay(order.id, total)
  const [receipt = '', paid = ''] = await order.readMails()
  expect(receipt.replaceAll('\r\n', '\n')).toContain(
    'Terms of service\n\nScope\nThese terms & no others.\n',
  )
  expect(receipt).not.toContain('Return policy')
  expect(paid).not.toContain('Terms of service')
})

test('a payment is confirmed once it is complete, and a refund with its amount', async () => {
  const { id, readMails } = await placeOrder()
  const order = (await t.call('owner', orderApi.get, { params: { id } })).body.data
  await pay(id, 100)
  expect(await readMails()).toHaveLength(1)
  await pay(id, order.total - 100)
  expect((await readMails())[1]).toContain('received your payment')
  await refund(id, 250)
  const [, , refunded = ''] = await readMails()
  expect(refunded).toContain(`Refund for order ${order.number}`)
  expect(refunded).toContain('2.50')
})

test('a cancellation names its reason, but not that of fraud', async () => {
  const [late, fraud] = [await placeOrder(), await placeOrder()]
  const cancel = (id: string, reason: string) =>
    t.call('owner', orderApi.updateStatus, {
      params: { id },
      body: { status: 'cancelled', reason },
    })
  await cancel(late.id, 'stock')
  await cancel(fraud.id, 'fraud')
  expect((await late.readMails())[1]).toContain('out of stock')
  const [, mail = ''] = await fraud.readMails()
  expect(mail).toContain('was canceled')
  expect(mail).not.toContain('fraud')
  expect(mail).not.toContain('{{')
})

test('a cancellation names the amount and the method of its refund', async () => {
  const { id, readMails } = await placeOrder()
  const { total } = (await t.call('owner', orderApi.get, { params: { id } })).body.data
  await pay(id, total)
  const { version } = (await t.call('owner', orderApi.get, { params: { id } })).body.data
  await t.call('owner', orderChangeApi.applyChange, {
    params: { id },
    body: {
      version,
      change: {
        kind: 'changeStatus',
        status: 'cancelled',
        reason: 'stock',
        refund: { method: 'cash' },
      },
    },
  })
  const mail = (await readMails()).find(text => text.includes('was canceled')) ?? ''
  expect(mail).toContain('Refund: $54.70 (Cash)')
  expect(mail).not.toContain('Refund due')
})

test('a cancellation names the amount that the store still owes', async () => {
  const { id, readMails } = await placeOrder()
  await pay(id, 250)
  await t.call('owner', orderApi.updateStatus, {
    params: { id },
    body: { status: 'cancelled', reason: 'stock' },
  })
  const mail = (await readMails()).find(text => text.includes('was canceled')) ?? ''
  expect(mail).toContain('Refund due: $2.50')
  expect(mail).not.toContain('Refund:')
})

const listJobs = (id: string) => t.sql<{ jobId: string }[]>`
  select id as job_id from graphile_worker.jobs where key like ${`order.mail ${id} %`} order by id`

test('an email waits for the earlier emails of its order', async () => {
  const { id, path, shopper, readMails } = await placeOrder()
  await shopper.send({ intent: 'cancel' }, { url: path })
  const [receipt, cancellation] = await listJobs(id)
  const jobIds = [receipt?.jobId ?? '', cancellation?.jobId ?? '']
  const runAgain = () =>
    t.sql`update graphile_worker._private_jobs set run_at = created_at where id = any(${jobIds})`

  await t.sql`
    update graphile_worker._private_jobs set locked_by = 'another process', locked_at = now()
    where id = ${jobIds[0] ?? ''}`
  const running = readMails()
  // A second, in which an email that did not wait would arrive.
  await expect(Promise.race([running, sleep(1000, 'waits')])).resolves.toBe('waits')
  await t.sql`
    update graphile_worker._private_jobs
    set locked_by = null, locked_at = null, run_at = now() + interval '1 hour'
    where id = ${jobIds[0] ?? ''}`
  expect(await running, 'the receipt is sent again in an hour').toEqual([])
  await runAgain()
  const [first = '', second = ''] = await readMails()
  expect(first).toMatch(/^Subject: Order \S+ received/m)
  expect(second).toMatch(/^Subject: Order \S+ was canceled/m)
})

test('an address that many orders name gets ten receipts a day', async () => {
  const email = 'victim@example.com'
  const orders = []
  for (let index = 0; index < 12; index += 1) orders.push(await placeTestOrder(t, { email }))
  const last = orders.at(-1)
  await last?.shopper.send({ intent: 'cancel' }, { url: last.path })
  await t.runJobs()
  expect(await listMailsTo(t, email)).toHaveLength(10)
})

test('the job that payments enqueue sends the email about a failed payment', async () => {
  const { id, readMails } = await placeOrder()
  await t.inStore(
    tx => tx`
      select add_job('order.mail',
        ${tx.json({ storeId: t.people.owner.storeId, id, kind: 'payment_failed' })}::json)`,
  )
  // It does not wait for the receipt.
  expect(await readMails()).toContainEqual(expect.stringMatching(/^Subject: .*failed/m))
})

test('the store gets an email about each new order, which it can turn off', async () => {
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { email: 'orders@example.com' }, password: samplePassword },
  })
  const readStoreMails = async () => {
    await t.runJobs()
    const mails = await listMailsTo(t, 'orders@example.com')
    return mails.filter(mail => /^Subject: New order/m.test(mail))
  }
  const earlier = await readStoreMails()
  const { id } = await placeOrder({ name: '{{total}} <b>Ada</b>' })
  const { number } = (await t.call('owner', orderApi.get, { params: { id } })).body.data
  const [mail = '', ...others] = (await readStoreMails()).slice(earlier.length)
  expect(others).toEqual([])
  expect(mail).toContain(`Subject: New order ${number}`)
  expect(mail).toMatch(/^Reply-To: .*<shopper\d+@example\.com>/m)
  expect(mail).toContain('Blue teapot: $49.80')
  expect(mail).toContain('&lt;b&gt;Ada&lt;/b&gt;')
  expect(mail).toContain(`${t.app.config.publicUrl}/apps/order/orderDetail/${id}`)
  expect(mail).not.toContain('/orders/')

  await t.call('owner', orderMailApi.setEnabled, { body: { kind: 'new_order', isEnabled: false } })
  const shopper = await placeOrder()
  expect(await shopper.readMails(), 'the shopper still gets the receipt').toHaveLength(1)
  expect(await readStoreMails()).toHaveLength(earlier.length + 1)
})

test('the store receives an email about each action of a shopper, which it can turn off', async () => {
  const to = 'notifications@example.com'
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { email: to }, password: samplePassword },
  })
  const readNotificationMails = async () => {
    await t.runJobs()
    const mails = await listMailsTo(t, to)
    return mails.filter(mail => !/^Subject: New order/m.test(mail))
  }
  const { id, path, shopper } = await placeOrder()
  await shopper.send({ intent: 'cancel' }, { url: path })
  const { number } = (await t.call('owner', orderApi.get, { params: { id } })).body.data
  const [mail = '', ...others] = await readNotificationMails()
  expect(others).toEqual([])
  expect(mail).toContain(`Subject: Order ${number}: Canceled by the customer`)
  expect(mail).toMatch(/^Reply-To: .*<shopper\d+@example\.com>/m)
  expect(mail).toContain(`/apps/order/orderDetail/${id}`)

  await t.call('owner', orderMailApi.setEnabled, {
    body: { kind: 'order_notification', isEnabled: false },
  })
  const other = await placeOrder()
  await other.shopper.send({ intent: 'cancel' }, { url: other.path })
  expect(await readNotificationMails()).toHaveLength(1)
})
