import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cmsApi } from '#contract/cms/cms.ts'
import { customerApi } from '#contract/customer/customer.ts'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderChangeApi } from '#contract/order/order-change.ts'
import { type DiscountInput, discountApi } from '#contract/product/discount.ts'
import { productApi } from '#contract/product/product.ts'
import { loadOrderPath } from '../sale/order-link.ts'
import { createEditTester } from '../testing/order-edit-testing.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { visit } from '../testing/subject/storefront-testing.ts'
import { openTestCheckout, placeTestOrder } from '../testing/subject/test-order.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createEditTester>
beforeAll(async () => {
  t = await startTestApp()
  await openTestCheckout(t)
  tester = createEditTester(t)
})
beforeEach(async () => {
  await t.inStore(tx => tx`delete from discount`)
  await setRate({ steps: [{ from: 0, price: 490 }] })
  await setMinimum(0)
})
afterAll(() => t.close())

const createDiscount = async (changes: Partial<DiscountInput>): Promise<string> => {
  const { body } = await t.call('owner', discountApi.create, {
    body: { name: 'Sale', percentage: 10, ...changes },
  })
  return body.data._id
}
const countUses = async (id: string) =>
  (await t.call('owner', discountApi.get, { params: { id } })).body.data.usedCount
const setRate = (changes: object) =>
  t.inStore(
    tx => tx`
      update shipping_zone set rates = jsonb_build_array(rates -> 0 || ${tx.json({ freeFrom: null, kind: 'flat', ...changes })})
      where name = 'Germany'`,
  )
const setMinimum = (minOrder: number) =>
  t.call('owner', cmsApi.update, { body: { checkout: { minOrder } } })
async function placeOrder(changes: Record<string, string> = {}) {
  const placed = await placeTestOrder(t, changes)
  const order = await tester.getOrder(placed.id)
  return { ...placed, order, line: order.lines[0]?._id ?? '' }
}
const createVariant = async (changes: object): Promise<string> => {
  const { body } = await t.call('owner', productApi.create, {
    body: { title: 'Other', price: 500, stock: 50, status: 'active', ...changes },
  })
  return body.data.variants[0]._id
}

test('a discount code stays and is used once, whatever the number of edits', async () => {
  const id = await createDiscount({ code: 'TEN', usageLimit: 1, limitPerCustomer: 1 })
  const order = await placeOrder({ code: 'TEN', total: '4972' })
  expect(order.order).toMatchObject({ discountTotal: 498, total: 4980 - 498 + 490 })
  for (const [quantity, discountTotal] of [
    ['3', 747],
    ['1', 249],
  ] as const) {
    await tester.submit(order.path, 'apply', { [`quantity-${order.line}`]: quantity })
    expect(await tester.getOrder(order.id)).toMatchObject({
      discountTotal,
      total: Number(quantity) * 2490 - discountTotal + 490,
      discounts: [{ code: 'TEN', amount: discountTotal }],
    })
  }
  expect(await countUses(id)).toBe(1)
})

test('items below the minimum of the code are rejected, and nothing is written', async () => {
  await createDiscount({ code: 'MIN', minimumAmount: 4000 })
  const { path, id, line } = await placeOrder({ code: 'MIN', total: '4972' })
  const before = await tester.getOrder(id)
  const reply = await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  expect(reply.statusCode).toBe(422)
  expect(reply.body).toContain('The discount code doesn’t apply to these items.')
  expect(await tester.getOrder(id)).toEqual(before)
})

test('free shipping of a discount stays free, and its price is kept', async () => {
  await createDiscount({ code: 'SHIP', kind: 'free_shipping' })
  const { path, id, line, order } = await placeOrder({ code: 'SHIP', total: '4980' })
  expect(order).toMatchObject({ shippingTotal: 0, total: 4980 })
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  expect(await tester.getOrder(id)).toMatchObject({
    shippingTotal: 0,
    total: 2490,
    discounts: [{ code: 'SHIP', amount: 490 }],
  })
})

test('the link of an order does not give a guest the discount of certain customers', async () => {
  const email = 'vip@example.com'
  await t.call('owner', customerApi.create, { body: { name: 'Vip', email, tags: ['vip'] } })
  await createDiscount({ customerTags: ['vip'] })
  const { path, id, line, order } = await placeOrder({ email })
  expect(order.discountTotal).toBe(0)
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  expect(await tester.getOrder(id)).toMatchObject({ discountTotal: 0, total: 2490 + 490 })
})

test('the shipping price follows the items only if they change it', async () => {
  await setRate({ steps: [{ from: 0, price: 490 }], freeFrom: 7000 })
  const { path, id, line } = await placeOrder()
  await setRate({ steps: [{ from: 0, price: 990 }], freeFrom: 7000 })
  const edit = async (quantity: string) => {
    await tester.submit(path, 'apply', { [`quantity-${line}`]: quantity })
    return (await tester.getOrder(id)).shippingTotal
  }
  expect(await edit('1'), 'the price of the order').toBe(490)
  expect(await edit('3'), 'free from 70.00').toBe(0)
  expect(await edit('2'), 'the price of today').toBe(990)
})

test('another method delivers what the chosen one cannot, and downloads need none', async () => {
  const { path, id, line } = await placeOrder()
  const guide = await createVariant({ title: 'Guide', requiresShipping: false })
  await t.inStore(
    tx => tx`
      update shipping_zone set rates = jsonb_build_array(jsonb_set(rates -> 0, '{name}', '"Van"'))
      where name = 'Germany'`,
  )
  const preview = await tester.submit(path, 'preview', { [`quantity-${line}`]: '1' })
  expect(preview.body).toContain('Van')
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  expect(await tester.getOrder(id)).toMatchObject({ shippingMethod: 'Van', shippingTotal: 490 })
  await tester.submit(path, 'apply', { [`remove-${line}`]: 'on', [`add-${guide}`]: '1' })
  expect(await tester.getOrder(id)).toMatchObject({
    shippingMethod: '',
    shippingTotal: 0,
    deliveryFrom: null,
    total: 500,
  })
  await t.inStore(
    tx => tx`
      update shipping_zone set rates = jsonb_build_array(jsonb_set(rates -> 0, '{name}', '"Standard"'))
      where name = 'Germany'`,
  )
})

test('products that no method delivers are rejected, and nothing is written', async () => {
  const { path, id, line } = await placeOrder()
  const before = await tester.getOrder(id)
  await setRate({ enabled: false })
  const reply = await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  expect(reply.statusCode).toBe(409)
  expect(reply.body).toContain('The store can’t deliver these items to this address.')
  expect(await tester.getOrder(id)).toEqual(before)
  await setRate({ enabled: true })
})

test('an edit does not go below the smallest order of the store', async () => {
  const { path, id, line } = await placeOrder()
  await setMinimum(3000)
  const before = await tester.getOrder(id)
  const reply = await tester.submit(path, 'apply', { [`quantity-${line}`]: '1' })
  expect(reply.statusCode).toBe(409)
  expect(reply.body).toContain('The order would be below the minimum of the store.')
  expect(await tester.getOrder(id)).toEqual(before)
})

test('the price and the discount that staff entered stay', async () => {
  const { path, id, line, order } = await placeOrder()
  await t.call('owner', orderChangeApi.applyChange, {
    params: { id },
    body: {
      version: order.version,
      change: {
        kind: 'editItems',
        lines: [{ line, quantity: 2, unitPrice: 2000, discount: 100 }],
        shippingMethod: 'Standard',
        shippingTotal: 490,
        discountTotal: 50,
      },
    },
  })
  await tester.submit(path, 'apply', { [`quantity-${line}`]: '3' })
  expect(await tester.getOrder(id)).toMatchObject({
    discountTotal: 150,
    total: 6000 - 150 + 490,
    lines: [{ unitPrice: 2000, quantity: 3, enteredDiscount: 100 }],
  })
})

test('orders of the back office and invoiced ones are not edited', async () => {
  const orderTester = createOrderTester(t)
  const { variant } = await orderTester.createProduct()
  const manual = await orderTester.createOrderData({ lines: [{ variant, quantity: 2 }] })
  const placed = await placeOrder()
  await t.inStore(
    tx => tx`
      update store set
        address = '{"line1": "Quay 1", "postalCode": "SW1Y 4JH", "city": "London", "country": "GB"}'`,
  )
  const invoice = await t.call('owner', invoiceApi.create, { body: { order: placed.id } })
  const issued = await t.call('owner', invoiceApi.issue, {
    params: { id: invoice.body.data._id },
    body: { version: invoice.body.data.version },
  })
  expect(issued.body).toMatchObject({ data: { kind: 'invoice' } })
  const { storeId } = t.people.owner
  for (const { _id: id, lines } of [manual, placed.order]) {
    const before = await tester.getOrder(id)
    const path = await loadOrderPath(t.app, { storeId, id })
    expect((await visit(t, path)).body).not.toContain(`${path}/edit`)
    const reply = await tester.send(path, {
      intent: 'apply',
      version: String(before.version),
      key: crypto.randomUUID(),
      [`quantity-${lines[0]?._id}`]: '1',
    })
    expect(reply.statusCode).toBe(409)
    expect(reply.body).toContain('This order can no longer be changed here.')
    expect(await tester.getOrder(id)).toEqual(before)
  }
  expect((await t.call('owner', orderApi.get, { params: { id: placed.id } })).status).toBe(200)
})
