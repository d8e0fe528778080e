import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, orderApi } from '#contract/order/order.ts'
import { orderCopyApi } from '#contract/order/order-copy.ts'
import { productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { createOrderTester, exampleAddress } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { findOrderLanguage } from './order-language.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())

const duplicate = (id: string, headers: Record<string, string> = {}) =>
  t.call('owner', orderCopyApi.duplicate, { params: { id }, headers })
const createRate = (name: string, price: number) => ({
  _id: crypto.randomUUID(),
  name,
  kind: 'flat' as const,
  steps: [{ from: 0, price }],
})
const countDrafts = async () =>
  (await t.call('owner', orderApi.list, { query: { view: 'drafts' } })).body.data.length
const deleteProduct = (id: string) => t.call('owner', productApi.delete, { params: { id } })

test('a duplicate is a draft with the same items and customer, at the prices of today', async () => {
  const [mug, gone] = [await tester.createProduct({ price: 1000 }), await tester.createProduct()]
  const order = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    billingAddress: { ...exampleAddress, line1: '1 Mill Lane' },
    lines: [
      { variant: mug.variant, quantity: 3, unitPrice: 700, discount: 100 },
      { variant: gone.variant, quantity: 1 },
    ],
    shippingMethod: 'Van',
    shippingTotal: 500,
    paidWith: 'cash',
    tags: ['gift'],
  })
  await t.call('owner', productApi.update, { params: { id: mug.product }, body: { price: 1200 } })
  await deleteProduct(gone.product)
  await t.inStore(tx => tx`update "order" set language = 'de' where id = ${order._id}`)
  const stock = await tester.getStock(mug.variant)
  const draftCount = await countDrafts()

  const headers = { 'idempotency-key': `duplicate ${order._id}` }
  const reply = await duplicate(order._id, headers)
  expect(reply.status).toBe(201)
  const draft: Order = reply.body.data
  expect(draft).toMatchObject({
    status: 'draft',
    source: 'manual',
    paymentStatus: 'unpaid',
    customer: order.customer,
    shippingAddress: order.shippingAddress,
    billingAddress: order.billingAddress,
    lines: [{ variant: mug.variant, quantity: 3, unitPrice: 1200, discount: 0 }],
    shippingMethod: 'Van',
    shippingTotal: 500,
    total: 4100,
    tags: [],
    timeline: [
      { type: 'draft_created' },
      { type: 'duplicated', data: { order: order.number, orderId: order._id } },
    ],
  })
  expect(draft._id).not.toBe(order._id)
  expect(await t.inStore(tx => findOrderLanguage(tx, draft._id))).toBe('de')
  expect(await tester.getStock(mug.variant)).toBe(stock)
  expect((await duplicate(order._id, headers)).body.data._id).toBe(draft._id)
  expect(await countDrafts()).toBe(draftCount + 1)
})

test('a duplicate has the price of today of its shipping method', async () => {
  await t.call('owner', shippingApi.create, {
    body: {
      name: 'UK',
      destinations: [],
      rates: [createRate('Letter', 190), createRate('Courier', 990)],
    },
  })
  const { variant } = await tester.createProduct({ price: 1000 })
  const order = await tester.createOrderData({
    lines: [{ variant, quantity: 1 }],
    shippingAddress: exampleAddress,
    shippingMethod: 'Courier',
    shippingTotal: 500,
  })
  const { data } = (await duplicate(order._id)).body
  expect(data).toMatchObject({ shippingMethod: 'Courier', shippingTotal: 990, total: 1990 })
})

test('an order whose products were deleted has no duplicate', async () => {
  const { product, variant } = await tester.createProduct()
  const order = await tester.createOrderData({ lines: [{ variant, quantity: 1 }] })
  await deleteProduct(product)
  const before = await t.changes()
  const { status, body } = await duplicate(order._id)
  expect([status, body.code]).toEqual([409, 'order_items_deleted'])
  expect(await t.changes()).toBe(before)
})
