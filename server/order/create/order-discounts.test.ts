import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import type { OrderReduction } from '#contract/order/order-discount.ts'
import { orderDiscountApi } from '#contract/order/order-discount.ts'
import { type DiscountInput, discountApi } from '#contract/product/discount.ts'
import { createOrderTester } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let variant: string
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  variant = (await tester.createProduct({ price: 2000 })).variant
})
beforeEach(async () => {
  await t.inStore(tx => tx`delete from discount`)
})
afterAll(() => t.close())

const createDiscount = async (changes: Partial<DiscountInput>): Promise<string> => {
  const { body } = await t.call('owner', discountApi.create, {
    body: { name: 'Spring sale', percentage: 10, ...changes },
  })
  return body.data._id
}
const countUses = async (id: string) =>
  (await t.call('owner', discountApi.get, { params: { id } })).body.data.usedCount
const quote = async (body: object): Promise<OrderReduction> =>
  (await t.call('owner', orderDiscountApi.quoteDiscounts, { body })).body.data
const countOrders = () => t.inStore(async tx => (await tx`select id from "order"`).length)

test('an order gets the discounts that the page quotes, after those of the seller', async () => {
  await createDiscount({ name: 'Ships free', kind: 'free_shipping', combinesWith: ['order'] })
  const id = await createDiscount({ code: 'TEN', combinesWith: ['shipping'] })
  const input = {
    lines: [{ variant, quantity: 2, unitPrice: 1500, discount: 500 }],
    shippingTotal: 700,
    discountCode: ' ten ',
    automaticDiscounts: true,
  }
  const reduction = await quote(input)
  expect(reduction).toEqual({
    lines: [250],
    shipping: 700,
    discounts: [
      { name: 'Spring sale', code: 'TEN', amount: 250 },
      { name: 'Ships free', code: '', amount: 700 },
    ],
    problem: null,
  })
  const order = await tester.createOrderData({ ...input, discountTotal: 100 })
  expect(order).toMatchObject({
    subtotal: 3000,
    discountTotal: 850,
    shippingTotal: 0,
    total: 2150,
    discounts: reduction.discounts,
    lines: [{ discount: 850 }],
  })
  expect(await countUses(id)).toBe(1)
  await tester.updateStatus(order._id, 'cancelled', { reason: 'customer' })
  expect(await countUses(id)).toBe(0)
})

test('no automatic discount applies unless the seller chooses it', async () => {
  const id = await createDiscount({})
  const lines = [{ variant, quantity: 1 }]
  expect(await tester.createOrderData({ lines })).toMatchObject({ total: 2000, discounts: [] })
  expect(await countUses(id)).toBe(0)
  expect(await tester.createOrderData({ lines, automaticDiscounts: true })).toMatchObject({
    total: 1800,
    discounts: [{ name: 'Spring sale', amount: 200 }],
  })
})

test('the last use of a code goes to one of many orders, and the others change nothing', async () => {
  const id = await createDiscount({ code: 'ONCE', usageLimit: 1 })
  const [orders, stock] = [await countOrders(), (await tester.getStock(variant)) ?? 0]
  const order = { lines: [{ variant, quantity: 1 }], discountCode: 'ONCE' }
  const replies = await Promise.all(Array.from({ length: 8 }, () => tester.createOrder(order)))
  const statuses = replies.map(({ status }) => status)
  expect(statuses.toSorted()).toEqual([201, ...Array(7).fill(422)])
  expect(replies.find(({ status }) => status === 422)?.body.errors).toMatchObject([
    { path: 'discountCode', code: 'discount_not_applied' },
  ])
  expect(await countOrders()).toBe(orders + 1)
  expect(await tester.getStock(variant)).toBe(stock - 1)
  expect(await countUses(id)).toBe(1)
})

test('the limit of a customer holds for the selected customer', async () => {
  await createDiscount({ code: 'FIRST', limitPerCustomer: 1 })
  const customer = { name: 'Ada', email: 'ada@example.com' }
  const { body } = await t.call('owner', customerApi.create, { body: customer })
  const lines = [{ variant, quantity: 1, unitPrice: 2000 }]
  const order = { lines, discountCode: 'FIRST', customer: { _id: body.data._id } }
  expect((await tester.createOrder(order)).status).toBe(201)
  expect((await tester.createOrder(order)).status).toBe(422)
  expect(await quote({ ...order, customer: body.data._id })).toMatchObject({
    discounts: [],
    problem: 'discount_used_by_you',
  })
})
