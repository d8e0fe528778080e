import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderEmailApi } from '#contract/order/mail/order-email.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { discountApi } from '#contract/product/discount.ts'
import { maxOrdersPerAddress } from '../order-mail/order-summary-jobs.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  tester = createOrderTester(t)
})
afterAll(() => t.close())

const send = (id: string, body: object = {}) =>
  t.call('owner', orderPaymentLinkApi.sendPaymentLink, { params: { id }, body })

test('a draft takes discounts but no stock, and becomes an open order when its link is sent', async () => {
  await t.call('owner', discountApi.create, {
    body: { name: 'Spring', code: 'TEN', percentage: 10, usageLimit: 1 },
  })
  const { variant } = await tester.createProduct({ price: 2000, stock: 5 })
  const lines = [{ variant, quantity: 2 }]
  const customer = { name: 'Ada', email: 'link@example.com' }
  const draft = await tester.createOrderData({
    lines,
    customer,
    discountCode: 'TEN',
    isDraft: true,
  })
  expect(draft).toMatchObject({ status: 'draft', paymentStatus: 'unpaid', total: 3600 })
  expect(draft.timeline).toMatchObject([{ type: 'draft_created' }])
  expect(await tester.getStock(variant)).toBe(5)
  expect((await tester.createOrder({ lines, discountCode: 'TEN' })).status).toBe(422)

  const { status, body } = await send(draft._id, { version: draft.version })
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ isEmailSent: true })
  const order = await tester.getOrder(draft._id)
  expect(order).toMatchObject({ status: 'pending', number: draft.number, balance: 3600 })
  expect(await tester.getStock(variant)).toBe(3)
  await t.runJobs()
  const [mail = ''] = await listMailsTo(t, 'link@example.com')
  expect(mail).toContain('36.00')
  expect(mail).toContain('IBAN <b>DE00</b>')
  const path = new URL(String(body.data.url)).pathname
  expect(mail.replaceAll('=\r\n', '')).toContain(path)
  const page = (await visit(t, path)).body
  expect(page).toContain('36.00')
  expect(page).toContain('<b>Bank transfer</b>\nIBAN &lt;b&gt;DE00&lt;/b&gt;')
  expect(page).not.toContain('confirmation')

  await t.call('owner', orderApi.addPayment, {
    params: { id: draft._id },
    body: { amount: 3600, method: 'bank' },
  })
  await t.runJobs()
  expect(await listMailsTo(t, 'link@example.com')).toHaveLength(2)
  expect((await send(draft._id)).body).toMatchObject({ code: 'no_payment_link' })
})

test('staff open the page and the summary of an order, but not of a draft', async () => {
  const { variant } = await tester.createProduct({ price: 2000, stock: 5 })
  const lines = [{ variant, quantity: 1 }]
  const getUrl = async (id: string) =>
    (await t.call('owner', orderPaymentLinkApi.getPageUrl, { params: { id } })).body.data.url
  const order = await tester.createOrderData({ lines })
  const path = new URL(String(await getUrl(order._id))).pathname
  expect((await visit(t, `${path}/invoice`)).body).toContain(order.number)
  expect(await getUrl((await tester.createOrderData({ lines, isDraft: true }))._id)).toBeNull()
})

test('a rejected payment link places no order, takes no stock and sends no email', async () => {
  const { variant } = await tester.createProduct({ stock: 1 })
  const draft = await tester.createOrderData({
    lines: [{ variant, quantity: 2 }],
    customer: { email: 'none@example.com' },
    isDraft: true,
  })
  expect((await send(draft._id)).body).toMatchObject({ code: 'insufficient_stock' })
  expect((await send(draft._id, { version: draft.version + 1 })).status).toBe(409)
  expect(await tester.getOrder(draft._id)).toEqual(draft)
  expect(await tester.getStock(variant)).toBe(1)
  await t.runJobs()
  expect(await listMailsTo(t, 'none@example.com')).toEqual([])
  const paidDraft = { lines: [{ variant, quantity: 1 }], isDraft: true, paidWith: 'cash' }
  expect((await tester.createOrder(paidDraft)).body).toMatchObject({
    errors: [{ path: 'paidWith' }],
  })
})

test('the page of a draft is closed, and an order without email gets a link to copy', async () => {
  const { variant } = await tester.createProduct()
  const lines = [{ variant, quantity: 1 }]
  const order = await tester.createOrderData({ lines })
  const { body } = await send(order._id)
  expect(body.data.isEmailSent).toBe(false)
  const path = new URL(String(body.data.url)).pathname
  expect((await visit(t, path)).statusCode).toBe(200)
  await t.inStore(tx => tx`update "order" set status = 'draft' where id = ${order._id}`)
  expect((await visit(t, path)).statusCode).toBe(404)
})

test('staff send the email that confirms an order again, once for each request', async () => {
  const { variant } = await tester.createProduct({ price: 2000, stock: 50 })
  const values = { lines: [{ variant, quantity: 1 }], customer: { email: 'again@example.com' } }
  const resendOrderEmail = (id: string, key: string) =>
    t.call('owner', orderEmailApi.resendOrderEmail, {
      params: { id },
      headers: { 'idempotency-key': key },
    })
  // As many as a form of the storefront may cause.
  for (let i = 0; i < maxOrdersPerAddress; i++) await tester.createOrderData(values)
  await t.inStore(tx => tx`update "order" set cart_hash = decode(md5(id::text), 'hex')`)
  const order = await tester.createOrderData(values)
  await t.runJobs()
  const { length } = await listMailsTo(t, 'again@example.com')
  for (const key of ['first', 'first']) {
    const { body } = await resendOrderEmail(order._id, key)
    expect(body.data.timeline.map(({ type }: { type: string }) => type)).toEqual([
      'created',
      'order_email_resent',
    ])
  }
  await t.runJobs()
  const mails = await listMailsTo(t, 'again@example.com')
  expect(mails).toHaveLength(length + 1)
  expect(mails.join('\n')).toContain(order.number)

  const draft = await tester.createOrderData({ ...values, isDraft: true })
  const withoutEmail = await tester.createOrderData({ lines: values.lines })
  const before = await t.changes()
  for (const { _id } of [draft, withoutEmail]) {
    const { status, body } = await resendOrderEmail(_id, _id)
    expect([status, body.code]).toEqual([409, 'no_order_email'])
  }
  expect(await t.changes()).toBe(before)
})
