import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout } from '../testing/subject/test-order.ts'
import { samplePassword } from '../testing/test-sample.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  await openTestCheckout(t)
})
afterAll(() => t.close())

/** Creates an unpaid order of three units of 10.00 as staff, which is shipped. */
async function createShippedOrder() {
  const { variant } = await tester.createProduct({ stock: 10 })
  const { _id } = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    lines: [{ variant, quantity: 3, unitPrice: 1000 }],
  })
  await tester.updateStatus(_id, 'shipped')
  const { body } = await t.call('owner', orderPaymentLinkApi.getPageUrl, { params: { id: _id } })
  return { id: _id, path: new URL(body.data.url).pathname }
}

test('the forms and the page of an order without emails promise none', async () => {
  const { id, path } = await createShippedOrder()
  expect((await tester.getOrder(id)).sendsEmails).toBe(false)
  for (const kind of ['return', 'claim']) {
    const { body } = await visit(t, `${path}/${kind}`)
    expect(body).toContain('The store’s reply appears on the page of your order.')
    expect(body).not.toContain('reply by email')
  }
  await t.inStore(
    tx => tx`
      insert into order_event (order_id, type) values (${id}, 'payment_link_sent')`,
  )
  expect((await tester.getOrder(id)).sendsEmails).toBe(true)
  const { body } = await visit(t, `${path}/return`)
  expect(body).toContain('The store will reply by email.')
})

test('the summary shows the price of returned items that is not due', async () => {
  const { id, path } = await createShippedOrder()
  expect((await visit(t, path)).body).not.toContain('Returned and removed items')
  const order = await tester.getOrder(id)
  const line = order.lines[0]?._id ?? ''
  await tester.applyChange(order, {
    kind: 'createReturn',
    status: 'accepted',
    lines: [{ line, quantity: 1, reason: 'unwanted' }],
    wish: 'refund',
  })
  const accepted = await tester.getOrder(id)
  await tester.applyChange(accepted, {
    kind: 'receiveReturn',
    return: accepted.returns[0]?._id ?? '',
    lines: [{ line, quantity: 1, condition: 'good', isRestocked: true }],
  })
  expect((await tester.getOrder(id)).balance).toBe(2000)
  for (const view of [path, `${path}/invoice`])
    expect((await visit(t, view)).body).toMatch(
      /Total<\/dt><dd>\$30\.00<\/dd><\/div><div><dt>Returned and removed items<\/dt><dd>-\$10\.00/,
    )
})

test('cash at pickup is a choice of orders without an address, cash on delivery of others', async () => {
  for (const [kind, name] of [
    ['cash_at_pickup', 'At our counter'],
    ['cash_on_delivery', 'To the courier'],
  ] as const)
    await t.call('owner', paymentMethodApi.create, {
      body: { kind, name, password: samplePassword },
    })
  const { id, path } = await createShippedOrder()
  const listChoices = async () => {
    const { body } = await visit(t, path)
    return ['At our counter', 'To the courier'].filter(name => body.includes(name))
  }
  expect(await listChoices()).toEqual(['To the courier'])
  await t.inStore(tx => tx`update "order" set shipping_address = '{}' where id = ${id}`)
  expect(await listChoices()).toEqual(['At our counter'])
})
