import { afterAll, beforeAll, expect, test } from 'vitest'
import { orderApi } from '#contract/order/order.ts'
import type { OrderChange } from '#contract/order/order-change.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
})
afterAll(() => t.close())

test('the page shows each parcel that has left with its content and tracking', async () => {
  const tester = createOrderTester(t)
  const { path, id } = await placeTestOrder(t, { title: '<b>Blue</b> teapot' })
  expect((await visit(t, path)).body).not.toContain('<h2>Parcels</h2>')
  const order = await tester.getOrder(id)
  const createParcel = { kind: 'createParcel', isNotified: false } as const
  const lines = order.lines.map(({ _id }) => ({ line: _id, quantity: 1 }))
  await tester.applyChange(order, { ...createParcel, status: 'packed', lines })
  expect((await visit(t, path)).body, 'a packed parcel').not.toContain('<h2>Parcels</h2>')
  const packed = await tester.getOrder(id)
  await tester.applyChange(packed, {
    kind: 'updateParcel',
    parcel: packed.fulfillments[0]?._id ?? '',
    status: 'shipped',
    tracking: { carrier: 'Parcelwing', number: '<i>PW1</i>', url: '' },
    isNotified: false,
  })
  const { body } = await visit(t, path)
  expect(body).toContain('<h2>Parcels</h2>')
  expect(body).toContain('<strong>In transit</strong>')
  expect(body).toContain('1 × &lt;b&gt;Blue&lt;/b&gt; teapot')
  expect(body).toContain('Parcelwing &lt;i&gt;PW1&lt;/i&gt;')
})

test('the page says that a part of the order was shipped, delivered or returned', async () => {
  const tester = createOrderTester(t)
  const { path, id } = await placeTestOrder(t)
  await t.inStore(
    tx => tx`update order_line set quantity = 2, variant_title = 'Blue' where order_id = ${id}`,
  )
  const order = await tester.getOrder(id)
  const lines = order.lines.map(({ _id }) => ({ line: _id, quantity: 1 }))
  const title = async () => (await visit(t, path)).body.match(/<h1>([^<]*)/)?.[1]
  const apply = async (change: OrderChange) => {
    await tester.applyChange(await tester.getOrder(id), change)
    return tester.getOrder(id)
  }
  const shipped = await apply({ kind: 'createParcel', status: 'shipped', lines, isNotified: false })
  expect(await title()).toBe('Part of your order is on its way')
  const parcel = shipped.fulfillments[0]?._id ?? ''
  await apply({ kind: 'updateParcel', parcel, status: 'delivered', isNotified: false })
  expect(await title()).toBe('Part of your order was delivered')
  const accepted = await apply({
    kind: 'createReturn',
    status: 'accepted',
    lines: lines.map(line => ({ ...line, reason: 'defective' })),
    wish: 'refund',
    isNotified: false,
  })
  expect(await title()).toBe('Part of your order was delivered')
  await apply({
    kind: 'receiveReturn',
    return: accepted.returns[0]?._id ?? '',
    lines: lines.map(line => ({ ...line, condition: 'good', isRestocked: true })),
    isNotified: false,
  })
  expect(await title()).toBe('Part of this order was returned')
  // The option tells the lines of one product apart.
  expect((await visit(t, path)).body).toMatch(/<li>1 × [^<]* · Blue \(1 of 1 received\)/)
})

test('a paid order says so, with and without the name of a payment method', async () => {
  const { path, id } = await placeTestOrder(t)
  const order = await createOrderTester(t).getOrder(id)
  await t.call('owner', orderApi.addPayment, {
    params: { id },
    body: { amount: order.total, method: 'cash' },
  })
  expect((await visit(t, path)).body).toMatch(/<h2>Payment<\/h2><p><bdi>[^<]*<\/bdi>: Paid<\/p>/)
  await t.inStore(tx => tx`update "order" set payment_method = '' where id = ${id}`)
  expect((await visit(t, path)).body).toContain('<h2>Payment</h2><p>Paid</p>')
})
