import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { listMailsTo } from '../testing/list-mails.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { openTestCheckout } from '../testing/subject/test-order.ts'
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

const address = { name: 'Ada', line1: 'Kai 4', city: 'Hamburg', postalCode: '20457', country: 'DE' }

/** Creates an order by hand, whose page link staff copy. No email has sent it. */
async function createManualOrder(email: string) {
  const { variant } = await tester.createProduct({ status: 'active' })
  const { _id: id } = await tester.createOrderData({
    customer: { name: 'Ada', ...(email && { email }) },
    shippingAddress: address,
    lines: [{ variant, quantity: 2 }],
  })
  const { body } = await t.call('owner', orderPaymentLinkApi.getPageUrl, { params: { id } })
  const path = new URL(body.data.url).pathname
  const send = (view: string, fields: Record<string, string>) =>
    new Shopper(t).send(fields, { url: `${path}${view}` })
  return { id, send }
}
const readSubjects = async (email: string) => {
  await t.runJobs()
  const mails = await listMailsTo(t, email)
  return mails.map(mail => /^Subject: (.*?)\r?$/m.exec(mail)?.[1])
}

test('the withdrawal from an order by hand is confirmed, also without an email of the order', async () => {
  for (const email of ['manual@example.com', '']) {
    const to = `statement${email.length}@example.com`
    const { send } = await createManualOrder(email)
    const reply = await send('/withdraw', { name: 'Ada', email: to })
    expect(reply.statusCode).toBe(303)
    expect(await readSubjects(to)).toEqual([expect.stringMatching(/withdrawal/i)])
  }
})

test('the cancellation by the shopper of an order by hand is confirmed', async () => {
  const email = 'cancel@example.com'
  const { send } = await createManualOrder(email)
  expect((await send('', { intent: 'cancel' })).statusCode).toBe(303)
  expect(await readSubjects(email)).toEqual([expect.stringMatching(/was canceled/)])
})

test('the return of an order by hand is confirmed, and so are its later states', async () => {
  const email = 'return@example.com'
  const { id, send } = await createManualOrder(email)
  await tester.updateStatus(id, 'shipped')
  expect(await readSubjects(email)).toEqual([])
  const line = (await tester.getOrder(id)).lines[0]?._id ?? ''
  const reply = await send('/return', {
    [`line-${line}`]: '1',
    [`reason-${line}`]: 'wrong_size',
    wish: 'refund',
  })
  expect(reply.statusCode).toBe(303)
  const order = await tester.getOrder(id)
  await tester.applyChange(order, {
    kind: 'updateReturn',
    return: order.returns[0]?._id ?? '',
    status: 'accepted',
  })
  expect(await readSubjects(email)).toEqual([
    expect.stringMatching(/return/i),
    expect.stringMatching(/return.*accepted/i),
  ])
  await tester.applyChange(await tester.getOrder(id), {
    kind: 'updateReturn',
    return: order.returns[0]?._id ?? '',
    status: 'settled',
  })
  await t.runJobs()
  expect((await listMailsTo(t, email)).at(-1)).toMatch(/Refund\W+None/)
})

test('an order by hand whose shopper did not use its page gets no emails', async () => {
  const email = 'silent@example.com'
  const { id } = await createManualOrder(email)
  await tester.updateStatus(id, 'cancelled')
  expect(await readSubjects(email)).toEqual([])
})
