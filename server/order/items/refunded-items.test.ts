import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createOrderTester, type SampleProduct } from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
let cup: SampleProduct
/** A paid order of 3 pots for 2000 and 2 cups for 500 each, with 19 % of tax, and shipping for 700. */
let order: Order
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.resetPeople()
  await t.inStore(tx => tx`update store set default_tax_rate = 19, tax_included = true`)
  pot = await tester.createProduct({ title: 'Pot', price: 2000, stock: 10 })
  cup = await tester.createProduct({ title: 'Cup', price: 500, stock: 10 })
  order = await tester.createOrderData({
    customer: { name: 'Ada Byron', email: 'ada@example.com' },
    lines: [
      { variant: pot.variant, quantity: 3 },
      { variant: cup.variant, quantity: 2 },
    ],
    shippingTotal: 700,
    paidWith: 'bank',
  })
})

type Items = OrderChangeOf<'editItems'>
type Edited = { quantity: number } & Partial<Items['lines'][number]>
const getStocks = () => Promise.all([pot, cup].map(({ variant }) => tester.getStock(variant)))
const toEdit = (pots: Edited | undefined, cups: Edited | undefined, rest: Partial<Items> = {}) => {
  const [potLine, cupLine] = order.lines.map(({ _id }) => _id)
  const lines = [
    ...(pots ? [{ line: potLine, ...pots }] : []),
    ...(cups ? [{ line: cupLine, ...cups }] : []),
  ]
  return { kind: 'editItems' as const, lines, shippingTotal: 700, ...rest }
}
async function refund(change: Partial<OrderChangeOf<'refund'>>) {
  order = await tester.makeChange(order, {
    kind: 'refund',
    lines: [],
    reason: 'out_of_stock',
    ...change,
  })
}
const refundPots = (quantity: number, rest: object = {}) =>
  refund({
    lines: [
      { line: order.lines[0]?._id ?? '', quantity, disposition: 'restock' as const, ...rest },
    ],
  })

/** Asserts that a change is rejected and writes nothing. */
async function expectRefusal(change: Items, code: string) {
  const before = [await t.changes(), await getStocks()]
  const reply = await tester.applyChange(order, change)
  expect([reply.status, reply.body.code]).toEqual([409, code])
  expect([await t.changes(), await getStocks()]).toEqual(before)
}

test('other units of an order with refunded ones are added, removed and swapped', async () => {
  await refundPots(1)
  expect(order).toMatchObject({ total: 7700, refundedTotal: 2000, balance: 0 })
  expect(await getStocks()).toEqual([8, 8])
  const swapped = toEdit({ quantity: 2 }, undefined, {
    lines: [
      { line: order.lines[0]?._id, quantity: 4 },
      { variant: cup.variant, quantity: 3, unitPrice: 400 },
    ],
  })
  order = await tester.makeChange(order, swapped)
  expect(order).toMatchObject({
    total: 8000 + 1200 + 700,
    balance: 9900 - 7700,
    lines: [
      { quantity: 4, removedQuantity: 1, total: 8000 },
      { quantity: 3, removedQuantity: 0, total: 1200 },
    ],
    refunds: [{ amount: 2000, tax: 319, lines: [{ quantity: 1, amount: 2000, tax: 319 }] }],
  })
  expect(await getStocks()).toEqual([7, 7])
  order = await tester.makeChange(order, toEdit({ quantity: 1 }, { quantity: 1 }))
  expect(order).toMatchObject({ total: 2000 + 400 + 700, balance: 1100 - (7700 - 2000) })
  // The refunded unit went back before.
  expect(await getStocks()).toEqual([10, 9])
})

test('refunded, returned and removed units stay with their price', async () => {
  await refundPots(2)
  await expectRefusal(toEdit({ quantity: 1 }, { quantity: 2 }), 'order_items_refunded')
  await expectRefusal(toEdit(undefined, { quantity: 2 }), 'order_items_refunded')
  await expectRefusal(
    toEdit({ quantity: 3, unitPrice: 1900 }, { quantity: 2 }),
    'order_price_refunded',
  )
  await refund({
    lines: [{ line: order.lines[1]?._id ?? '', quantity: 1, disposition: 'keep', amount: 0 }],
    additionalAmount: 1,
  })
  await expectRefusal(toEdit({ quantity: 3 }, undefined), 'order_items_refunded')
})

test('a line, the shipping and the order cost at least what was refunded of them', async () => {
  const [, cups = ''] = order.lines.map(({ _id }) => _id)
  await refund({
    lines: [{ line: cups, quantity: 0, amount: 600, disposition: 'keep' }],
    shipping: 300,
    reason: 'price_adjustment',
  })
  await expectRefusal(toEdit({ quantity: 3 }, { quantity: 1 }), 'order_line_refunded')
  await expectRefusal(toEdit({ quantity: 3 }, undefined), 'order_line_refunded')
  await expectRefusal(
    toEdit({ quantity: 3 }, { quantity: 2, discount: 401 }),
    'order_line_refunded',
  )
  await expectRefusal(
    toEdit({ quantity: 3 }, { quantity: 2 }, { shippingTotal: 299 }),
    'order_shipping_refunded',
  )
  await refund({ additionalAmount: 6000, reason: 'goodwill' })
  await expectRefusal(toEdit({ quantity: 2 }, { quantity: 2 }), 'order_total_refunded')
  order = await tester.makeChange(
    order,
    toEdit({ quantity: 3 }, { quantity: 2, discount: 400 }, { shippingTotal: 300 }),
  )
  expect(order).toMatchObject({ total: 6900, balance: 6900 - 7700 })
})

test('the refunds contain no more tax than the edited order', async () => {
  await refundPots(1)
  await refund({ shipping: 200, reason: 'goodwill' })
  await t.inStore(tx => tx`update store set default_tax_rate = 7`)
  order = await tester.makeChange(order, toEdit({ quantity: 3 }, { quantity: 2 }))
  expect(order.refunds).toMatchObject([{ tax: 131, lines: [{ tax: 131 }] }, { shipping: 200 }])
  const left = await tester.makeChange(order, {
    kind: 'refund',
    lines: order.lines.map(({ _id, quantity, removedQuantity }) => ({
      line: _id,
      quantity: quantity - removedQuantity,
      disposition: 'restock' as const,
    })),
    shipping: 500,
    reason: 'other',
  })
  const taxes = left.refunds.map(({ tax }) => tax)
  expect(taxes.reduce((sum, tax) => sum + tax, 0)).toBe(left.taxTotal)
  expect(left).toMatchObject({ refundedTotal: 7700, status: 'cancelled' })
})

test('removed units that were not paid are not due after an edit', async () => {
  order = await tester.createOrderData({
    lines: [
      { variant: pot.variant, quantity: 3 },
      { variant: cup.variant, quantity: 2 },
    ],
    shippingTotal: 700,
  })
  await refundPots(1, { amount: 0 })
  expect(order).toMatchObject({ balance: 5700 })
  order = await tester.makeChange(order, toEdit({ quantity: 5 }, { quantity: 1 }))
  expect(order).toMatchObject({ total: 11_200, balance: 9200, paymentStatus: 'unpaid' })
})
