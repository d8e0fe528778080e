import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Order } from '#contract/order/order.ts'
import { orderDiscountApi } from '#contract/order/order-discount.ts'
import { orderItemsApi } from '#contract/order/order-item.ts'
import { discountApi } from '#contract/product/discount.ts'
import { productApi } from '#contract/product/product.ts'
import { taxApi } from '#contract/store/tax.ts'
import {
  createOrderTester,
  exampleAddress,
  type SampleProduct,
} from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
let cup: SampleProduct
beforeAll(async () => {
  t = await startTestApp({ DATABASE_POOL_SIZE: '10' })
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  pot = await tester.createProduct({ title: 'Pot', price: 2000, stock: 10 })
  cup = await tester.createProduct({ title: 'Cup', price: 500, stock: 10 })
})

const update = (id: string, body: object) =>
  t.call('owner', orderItemsApi.updateItems, { params: { id }, body })
const getStocks = () => Promise.all([pot, cup].map(({ variant }) => tester.getStock(variant)))
const createDiscount = async (changes: object): Promise<string> => {
  const { body } = await t.call('owner', discountApi.create, {
    body: { name: 'Sale', percentage: 10, ...changes },
  })
  return body.data._id
}
const countUses = async (id: string) =>
  (await t.call('owner', discountApi.get, { params: { id } })).body.data.usedCount

test('lines are added, changed and removed with the stock and the totals of a new order', async () => {
  const order = await tester.createOrderData({
    lines: [
      { variant: pot.variant, quantity: 3, unitPrice: 1900, discount: 100 },
      { variant: cup.variant, quantity: 4 },
    ],
    shippingMethod: 'Courier',
    shippingTotal: 700,
    discountTotal: 50,
  })
  const [potLine, cupLine] = order.lines
  expect(order).toMatchObject({
    enteredDiscount: 50,
    lines: [{ enteredDiscount: 100 }, { enteredDiscount: 0 }],
  })
  await t.call('owner', productApi.update, {
    params: { id: pot.product },
    body: { title: 'Renamed pot' },
  })
  const lid = await tester.createProduct({ title: 'Lid', price: 300, stock: 5 })
  const input = {
    lines: [
      { variant: lid.variant, quantity: 2 },
      { line: potLine?._id, quantity: 1, discount: 200 },
    ],
    shippingMethod: 'Parcel',
    shippingTotal: 400,
    discountTotal: 100,
  }
  const { status, body } = await update(order._id, { ...input, version: order.version })
  expect([status, body.message]).toEqual([200, 'Order updated'])
  const edited: Order = body.data
  // As a new order with the same lines, except for the titles of the time of the order.
  const fresh = await tester.createOrderData({
    ...input,
    lines: [
      { variant: lid.variant, quantity: 2 },
      { variant: pot.variant, quantity: 1, unitPrice: 1900, discount: 200 },
    ],
  })
  const pickTotals = ({
    subtotal,
    discountTotal,
    shippingTotal,
    taxTotal,
    total,
    ...rest
  }: Order) => [
    [subtotal, discountTotal, shippingTotal, taxTotal, total, rest.itemCount, rest.shippingMethod],
    rest.lines.map(({ variant, quantity, discount, tax, total: lineTotal }) => [
      variant,
      quantity,
      discount,
      tax,
      lineTotal,
    ]),
  ]
  expect(pickTotals(edited)).toEqual(pickTotals(fresh))
  expect(edited).toMatchObject({
    version: order.version + 1,
    balance: edited.total,
    lines: [{ title: 'Lid' }, { _id: potLine?._id, title: 'Pot', unitPrice: 1900 }],
  })
  expect(edited.timeline.at(-1)).toMatchObject({
    type: 'items_changed',
    actor: 'Test owner',
    data: { amount: edited.total },
  })
  expect(edited.lines.map(({ _id }) => _id)).not.toContain(cupLine?._id)
  // The fresh order has taken one pot and two lids.
  expect(await getStocks()).toEqual([8, 10])
  expect(await tester.getStock(lid.variant)).toBe(1)
  expect((await tester.listStockMovements(pot.variant)).slice(1, 3)).toEqual([
    { reason: 'order', delta: -3 },
    { reason: 'edit', delta: 2 },
  ])
  await tester.updateStatus(order._id, 'cancelled')
  expect(await getStocks()).toEqual([9, 10])
  expect(await tester.getStock(lid.variant)).toBe(3)
})

test('a draft is edited without stock, and takes the units when it is placed', async () => {
  const order = await tester.createOrderData({
    lines: [{ variant: pot.variant, quantity: 30 }],
    isDraft: true,
  })
  const lines = [
    { line: order.lines[0]?._id, quantity: 20 },
    { variant: cup.variant, quantity: 2 },
  ]
  expect((await update(order._id, { lines })).status).toBe(200)
  expect(await getStocks()).toEqual([10, 10])
  expect((await tester.updateStatus(order._id, 'pending')).body.code).toBe('insufficient_stock')
  const { body } = await update(order._id, {
    lines: [
      { line: order.lines[0]?._id, quantity: 5 },
      { variant: cup.variant, quantity: 2 },
    ],
  })
  expect(body.data).toMatchObject({ status: 'draft', total: 11_000 })
  expect((await tester.updateStatus(order._id, 'pending')).status).toBe(200)
  expect(await getStocks()).toEqual([5, 8])
})

test('units of the order itself are available, and each line names its missing ones', async () => {
  const order = await tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 8 }] })
  const line = order.lines[0]?._id
  const before = [await t.changes(), await getStocks()]
  const lines = [
    { variant: cup.variant, quantity: 1 },
    { line, quantity: 11 },
  ]
  expect((await update(order._id, { lines })).body).toMatchObject({
    code: 'insufficient_stock',
    errors: [{ path: 'lines.1', code: 'line_stock_short', params: { count: 10 } }],
  })
  expect([await t.changes(), await getStocks()]).toEqual(before)
  expect((await update(order._id, { lines: [{ line, quantity: 10 }] })).status).toBe(200)
  // Without any units left, another field of the line still changes.
  expect(await tester.getStock(pot.variant)).toBe(0)
  expect((await update(order._id, { lines: [{ line, quantity: 10, discount: 1 }] })).status).toBe(
    200,
  )
})

test('discounts apply as for a new order, and their uses are counted', async () => {
  const [code, automatic] = [
    await createDiscount({
      code: 'ONCE',
      usageLimit: 1,
      combinesWith: ['product', 'order', 'shipping'],
      limitPerCustomer: 1,
    }),
    await createDiscount({
      kind: 'free_shipping',
      combinesWith: ['product', 'order', 'shipping'],
      minimumAmount: 3000,
    }),
  ]
  const customer = { email: 'ada@example.com' }
  const order = await tester.createOrderData({
    customer,
    lines: [{ variant: pot.variant, quantity: 2 }],
    shippingTotal: 700,
    discountCode: 'ONCE',
    automaticDiscounts: true,
  })
  expect(order).toMatchObject({ total: 3600, discounts: [{ code: 'ONCE' }, { amount: 700 }] })
  const line = order.lines[0]?._id
  const rest = { shippingTotal: 700, discountCode: 'ONCE', automaticDiscounts: true }

  // The order's own use of the last one does not count, neither in the quote nor when it is saved.
  const before = await t.changes()
  const quoted = await t.call('owner', orderDiscountApi.quoteDiscounts, {
    body: {
      ...rest,
      lines: [{ variant: pot.variant, quantity: 1, unitPrice: 2000 }],
      customer: order.customer._id,
      order: order._id,
    },
  })
  expect(quoted.body.data).toMatchObject({ lines: [200], shipping: 0, problem: null })
  expect(await t.changes()).toBe(before)
  expect([await countUses(code), await countUses(automatic)]).toEqual([1, 1])

  const { body } = await update(order._id, { ...rest, lines: [{ line, quantity: 1 }] })
  expect(body.data).toMatchObject({ total: 2500, discounts: [{ code: 'ONCE', amount: 200 }] })
  expect([await countUses(code), await countUses(automatic)]).toEqual([1, 0])

  // Without the code, another order can have it. Then the first one cannot get it back.
  expect((await update(order._id, { lines: [{ line, quantity: 1 }] })).body.data.discounts).toEqual(
    [],
  )
  expect(await countUses(code)).toBe(0)
  const other = await tester.createOrder({
    lines: [{ variant: cup.variant, quantity: 1 }],
    discountCode: 'ONCE',
  })
  expect(other.status).toBe(201)
  const unchanged = await t.changes()
  expect((await update(order._id, { ...rest, lines: [{ line, quantity: 1 }] })).body).toMatchObject(
    {
      code: 'discount_not_applied',
      errors: [{ path: 'discountCode' }],
    },
  )
  expect(await t.changes()).toBe(unchanged)
  expect(await countUses(code)).toBe(1)
  for (const id of [code, automatic]) await t.call('owner', discountApi.delete, { params: { id } })
})

test('taxes follow the address, and a line of a deleted product keeps its rate', async () => {
  await t.call('owner', taxApi.create, {
    body: { name: 'Food', rates: [{ country: 'GB', rate: 5 }] },
  })
  await t.inStore(
    tx => tx`
      update product set tax_class = (select id from tax_class where name = 'Food')
      where id in (${pot.product}, ${cup.product})`,
  )
  const order = await tester.createOrderData({
    lines: [{ variant: pot.variant, quantity: 1 }],
    shippingAddress: exampleAddress,
  })
  expect(order).toMatchObject({ lines: [{ taxRate: 5 }], taxTotal: 100, total: 2100 })
  await t.call('owner', productApi.delete, { params: { id: pot.product } })
  const { body } = await update(order._id, {
    lines: [
      { line: order.lines[0]?._id, quantity: 2 },
      { variant: cup.variant, quantity: 2 },
    ],
  })
  expect(body.data).toMatchObject({
    lines: [
      { variant: pot.variant, title: 'Pot', taxRate: 5, total: 4200 },
      { taxRate: 5, total: 1050 },
    ],
    total: 5250,
  })
})

test('orders that were shipped or closed, or are being paid, stay as they are', async () => {
  const create = async (rest: object = {}) =>
    tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 1 }], ...rest })
  const startPayment = async (order: Order) => {
    await t.inStore(async tx => {
      await tx`
          insert into payment_session (order_id, provider, amount, currency, expires_at, check_at)
          values (${order._id}, 'stripe', 2000, 'USD', now() + interval '1 hour', now())`
    })
    return order
  }
  const [canceled, shipped] = [await create(), await create()]
  await tester.updateStatus(canceled._id, 'cancelled')
  await tester.updateStatus(shipped._id, 'shipped')
  const cases: [Order, string][] = [
    [canceled, 'order_items_closed'],
    [shipped, 'order_items_closed'],
    [await startPayment(await create()), 'order_items_being_paid'],
  ]
  const before = [await t.changes(), await getStocks()]
  for (const [order, code] of cases) {
    const { status, body } = await update(order._id, {
      lines: [{ line: order.lines[0]?._id, quantity: 2 }],
    })
    expect([status, body.code]).toEqual([409, code])
  }
  expect([await t.changes(), await getStocks()]).toEqual(before)
})

test('a partly shipped order changes, as long as the units in parcels stay', async () => {
  const order = await tester.createOrderData({
    lines: [
      { variant: pot.variant, quantity: 3 },
      { variant: cup.variant, quantity: 2 },
    ],
  })
  const [pots, cups] = order.lines.map(({ _id }) => _id)
  const ship = (line: string | undefined, quantity: number, status: 'packed' | 'shipped') =>
    tester.getOrder(order._id).then(current =>
      tester.applyChange(current, {
        kind: 'createParcel',
        status,
        lines: [{ line: line ?? '', quantity }],
      }),
    )
  expect((await ship(pots, 2, 'shipped')).status).toBe(200)
  expect((await ship(cups, 1, 'packed')).status).toBe(200)
  const before = [await t.changes(), await getStocks()]
  const rejected = [
    [
      { line: pots, quantity: 1 },
      { line: cups, quantity: 2 },
    ],
    [{ line: cups, quantity: 2 }],
    [{ line: pots, quantity: 2 }],
  ]
  for (const lines of rejected)
    expect((await update(order._id, { lines })).body.code).toBe('order_items_shipped')
  expect([await t.changes(), await getStocks()]).toEqual(before)

  const lid = await tester.createProduct({ title: 'Lid', price: 300, stock: 5 })
  const changed = await update(order._id, {
    lines: [
      { line: pots, quantity: 2 },
      { line: cups, quantity: 4 },
      { variant: lid.variant, quantity: 1 },
    ],
  })
  expect(changed.body.data).toMatchObject({
    total: 2 * 2000 + 4 * 500 + 300,
    fulfillmentStatus: 'partially_fulfilled',
  })
  expect(await getStocks()).toEqual([8, 6])
  const shipped = await update(order._id, {
    lines: [
      { line: pots, quantity: 2 },
      { line: cups, quantity: 1 },
    ],
  })
  expect(shipped.body.data).toMatchObject({ total: 4500, fulfillmentStatus: 'partially_fulfilled' })
  expect(await getStocks()).toEqual([8, 9])
})

test('an imported order keeps the discount of its lines, and takes new items', async () => {
  const order = await tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 2 }] })
  await t.inStore(async tx => {
    await tx`update "order" set source = 'import', entered_discount = null where id = ${order._id}`
    await tx`update order_line set entered_discount = null where order_id = ${order._id}`
  })
  const { body } = await update(order._id, {
    lines: [
      { line: order.lines[0]?._id, quantity: 2, discount: 100 },
      { variant: cup.variant, quantity: 1 },
    ],
  })
  expect(body.data).toMatchObject({ total: 2 * 2000 - 100 + 500, source: 'import' })
})

test('a paid order of the storefront is edited after a preview, and its balance changes', async () => {
  const { _id: id } = await tester.createOrderData({
    lines: [{ variant: pot.variant, quantity: 2 }],
    paidWith: 'card',
  })
  await t.inStore(
    tx => tx`update "order" set source = 'storefront', entered_discount = null where id = ${id}`,
  )
  const order = await tester.getOrder(id)
  const stock = (await tester.getStock(pot.variant)) ?? 0
  const editTo = (quantity: number) => ({
    kind: 'editItems' as const,
    lines: [{ line: order.lines[0]?._id, quantity }],
  })
  const before = await t.changes()
  const preview = await tester.previewChange(order, editTo(3))
  expect(preview.body.data).toMatchObject({
    stock: [{ variant: pot.variant, delta: -1, stockAfter: stock - 1 }],
    order: { total: (order.total / 2) * 3, balance: order.total / 2 },
  })
  expect(await t.changes()).toBe(before)

  const grown: Order = (await tester.applyChange(order, editTo(3))).body.data
  expect(grown).toMatchObject({
    paymentStatus: 'partially_paid',
    balance: order.total / 2,
    itemCount: 3,
    timeline: [{}, {}, { type: 'items_changed', hasDetails: true }],
  })
  expect((await tester.applyChange(order, editTo(1))).status).toBe(409)
  expect((await tester.applyChange(grown, editTo(1))).body.data).toMatchObject({
    paymentStatus: 'overpaid',
    balance: -order.total / 2,
  })
  expect(await tester.getStock(pot.variant)).toBe(stock + 1)
})

test('rejects unknown lines and variants, and an outdated version', async () => {
  const order = await tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 1 }] })
  const other = await tester.createOrderData({ lines: [{ variant: cup.variant, quantity: 1 }] })
  const line = order.lines[0]?._id
  const before = await t.changes()
  const send = async (lines: object[], rest: object = {}) => {
    const { status, body } = await update(order._id, { lines, ...rest })
    return [status, body.code, body.errors?.[0]?.path]
  }
  expect(await send([{ line: other.lines[0]?._id, quantity: 1 }])).toEqual([
    422,
    'not_found',
    'lines.0.line',
  ])
  expect(
    await send([
      { line, quantity: 1 },
      { line, quantity: 1 },
    ]),
  ).toEqual([422, 'not_found', 'lines.1.line'])
  const variant = '00000000-0000-7000-8000-0000000000ff'
  expect(await send([{ variant, quantity: 1 }])).toEqual([
    422,
    'products_not_sold',
    'lines.0.variant',
  ])
  expect((await send([{ quantity: 1 }]))[2]).toBe('lines.0.variant')
  expect((await send([]))[0]).toBe(422)
  expect((await send([{ line, quantity: 1, discount: 2001 }]))[2]).toBe('lines.0.discount')
  expect((await send([{ line, quantity: 1 }], { version: 7 })).slice(0, 2)).toEqual([
    409,
    'version_conflict',
  ])
  expect(await t.changes()).toBe(before)
})

test('edits, cancellations and new orders of the same products and discounts never deadlock', async () => {
  const id = await createDiscount({ name: 'Always' })
  const products = await Promise.all(
    Array.from({ length: 3 }, () => tester.createProduct({ stock: 1000 })),
  )
  const toLines = (n: number) =>
    [0, 1].map(offset => ({ variant: products[(n + offset) % 3]?.variant, quantity: 1 + (n % 2) }))
  const create = (n: number) => tester.createOrder({ lines: toLines(n), automaticDiscounts: true })
  const numbers = Array.from({ length: 12 }, (_, n) => n)
  const orders: Order[] = (await Promise.all(numbers.map(create))).map(({ body }) => body.data)
  const replies = await Promise.all(
    orders.flatMap(({ _id }, n) => [
      update(_id, { lines: toLines(n + 1), automaticDiscounts: true }),
      create(n),
      ...(n % 3 === 0 ? [tester.updateStatus(_id, 'cancelled')] : []),
    ]),
  )
  // An order that was canceled first can no longer be edited.
  const failed = replies.filter(({ status }) => status >= 400).map(({ body }) => body.code)
  expect(failed.every(code => code === 'order_items_closed')).toBe(true)
  const [live] = await t.inStore(
    tx => tx<{ orders: number; units: number }[]>`
      select count(distinct o.id)::integer as orders, sum(l.quantity)::integer as units
      from "order" o join order_line l on l.order_id = o.id
      where o.status <> 'cancelled' and l.variant_id = any (${products.map(p => p.variant)}::uuid[])`,
  )
  const stocks = await Promise.all(products.map(({ variant }) => tester.getStock(variant)))
  expect(stocks.reduce<number>((sum, stock) => sum + (stock ?? 0), 0)).toBe(
    3000 - (live?.units ?? 0),
  )
  expect(await countUses(id)).toBe(live?.orders)
})
