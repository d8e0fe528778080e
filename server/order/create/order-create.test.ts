import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { orderApi } from '#contract/order/order.ts'
import { productApi } from '#contract/product/product.ts'
import {
  createExampleOrder,
  createOrderTester,
  type SampleProduct,
} from '../../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  pot = await tester.createProduct({ sku: `POT-${crypto.randomUUID().slice(0, 8)}` })
})

const unknownId = '00000000-0000-7000-8000-0000000000ff'
const updateSettings = (values: object) => t.inStore(tx => tx`update store set ${tx(values)}`)

describe('creating an order', () => {
  test('stores all fields, calculates the totals and takes the stock', async () => {
    const { status, body } = await tester.createOrder(createExampleOrder(pot.variant))
    expect([status, body.message]).toEqual([201, 'Order created'])
    const { customer, lines: _, ...orderFields } = createExampleOrder(pot.variant)
    expect(body.data).toMatchObject({
      ...orderFields,
      customer: { ...customer, _id: expect.any(String) },
      number: expect.stringMatching(/^#\d{4,}$/),
      status: 'pending',
      paymentStatus: 'unpaid',
      fulfillmentStatus: 'unfulfilled',
      subtotal: 3000,
      discountTotal: 300,
      taxTotal: 0,
      total: 3400,
      balance: 3400,
      itemCount: 2,
      currency: 'USD',
      version: 1,
    })
    expect(body.data.lines).toMatchObject([
      {
        product: pot.product,
        variant: pot.variant,
        title: 'Teapot',
        quantity: 2,
        unitPrice: 1500,
        discount: 300,
        total: 2700,
        fulfilledQuantity: 0,
      },
    ])
    expect(body.data.timeline).toMatchObject([
      { type: 'created', actor: 'Test owner', data: { source: 'phone', total: 3400 } },
    ])
    expect(await tester.getOrder(body.data._id)).toEqual(body.data)
    expect(await tester.getStock(pot.variant)).toBe(98)
    expect(await tester.listStockMovements(pot.variant)).toMatchObject([
      { delta: 100 },
      { reason: 'order', delta: -2 },
    ])
  })

  test('uses the current price and keeps its lines after the product is deleted', async () => {
    const order = await tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 1 }] })
    expect(order).toMatchObject({ total: 1000, customer: { _id: null, name: '' } })
    await t.call('owner', productApi.delete, { params: { id: pot.product } })
    expect((await tester.getOrder(order._id)).lines).toEqual(order.lines)
    expect((await tester.updateStatus(order._id, 'cancelled')).status).toBe(200)
    expect((await tester.updateStatus(order._id, 'pending')).status).toBe(200)
  })

  test('records the payment of a paid order; point of sale needs no shipping', async () => {
    const order = await tester.createOrderData({
      lines: [{ variant: pot.variant, quantity: 1 }],
      paidWith: 'cash',
      source: 'pos',
    })
    expect(order).toMatchObject({
      paymentStatus: 'paid',
      fulfillmentStatus: 'not_required',
      balance: 0,
      payments: [{ kind: 'payment', method: 'cash', amount: 1000 }],
    })
    expect(order.timeline.map(event => event.type)).toEqual(['created', 'payment_recorded'])
    expect((await tester.updateStatus(order._id, 'delivered')).body.data).toMatchObject({
      status: 'delivered',
      fulfillments: [],
    })
  })

  test('adds tax to the prices or includes it, as the store is configured', async () => {
    const lines = [{ variant: pot.variant, quantity: 1 }]
    await updateSettings({ default_tax_rate: 20 })
    expect(await tester.createOrderData({ lines })).toMatchObject({
      taxTotal: 200,
      total: 1200,
      taxIncluded: false,
      lines: [{ tax: 200, total: 1200 }],
    })
    await updateSettings({ tax_included: true })
    expect(await tester.createOrderData({ lines })).toMatchObject({
      taxTotal: 167,
      total: 1000,
      taxIncluded: true,
      lines: [{ tax: 167, total: 1000 }],
    })
    await updateSettings({ default_tax_rate: 0, tax_included: false })
  })

  test('takes stock below zero only with backorders and ignores untracked stock', async () => {
    const backorderProduct = await tester.createProduct({ stock: 1, allowBackorder: true })
    const untrackedProduct = await tester.createProduct({ stock: 0, trackStock: false })
    const order = await tester.createOrderData({
      lines: [
        { variant: backorderProduct.variant, quantity: 3 },
        { variant: untrackedProduct.variant, quantity: 5 },
      ],
    })
    expect([
      await tester.getStock(backorderProduct.variant),
      await tester.getStock(untrackedProduct.variant),
    ]).toEqual([-2, 0])
    await tester.updateStatus(order._id, 'cancelled')
    expect([
      await tester.getStock(backorderProduct.variant),
      await tester.getStock(untrackedProduct.variant),
    ]).toEqual([1, 0])
  })

  test('finds the customer by id, email or phone and updates their totals', async () => {
    const first = await tester.createOrderData({
      ...createExampleOrder(pot.variant),
      customer: { email: 'Grace@Example.com', name: 'Grace', phone: '555 0100' },
    })
    const same = await Promise.all(
      [{ email: 'grace@example.com' }, { phone: '555 0100' }, { _id: first.customer._id }].map(
        customer =>
          tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 1 }], customer }),
      ),
    )
    expect(same.map(order => order.customer)).toEqual(Array(3).fill(first.customer))
    const customer = async () =>
      (await t.call('owner', customerApi.get, { params: { id: first.customer._id ?? '' } })).body
        .data
    expect(await customer()).toMatchObject({
      orderCount: 4,
      totalSpent: 6400,
      address: { city: 'London' },
    })
    await tester.updateStatus(first._id, 'cancelled')
    expect(await customer()).toMatchObject({ orderCount: 3, totalSpent: 3000 })
  })
})

describe('rejects without writing anything:', () => {
  const lines = (quantity: number, rest: object = {}) => ({
    lines: [{ variant: pot.variant, quantity, ...rest }],
  })
  test.each<[string, () => object, number, string, string | undefined]>([
    ['no lines', () => ({ lines: [] }), 422, 'invalid', 'lines'],
    ['a quantity of zero', () => lines(0), 422, 'invalid', 'lines.0.quantity'],
    ['half a unit', () => lines(0.5), 422, 'invalid', 'lines.0.quantity'],
    [
      'a quantity above the integer range',
      () => lines(2 ** 31),
      422,
      'invalid',
      'lines.0.quantity',
    ],
    ['a price below zero', () => lines(1, { unitPrice: -1 }), 422, 'invalid', 'lines.0.unitPrice'],
    [
      'an unknown variant',
      () => ({
        lines: [
          { variant: pot.variant, quantity: 1 },
          { variant: unknownId, quantity: 1 },
        ],
      }),
      422,
      'products_not_sold',
      'lines.1.variant',
    ],
    [
      'an unknown customer',
      () => ({ ...lines(1), customer: { _id: unknownId } }),
      422,
      'customer_not_found',
      'customer._id',
    ],
    [
      'a discount above its line',
      () => lines(1, { discount: 1001 }),
      422,
      'discount_above_line',
      'lines.0.discount',
    ],
    [
      'a discount above the order',
      () => ({ ...lines(1), discountTotal: 1001 }),
      422,
      'discount_above_subtotal',
      'discountTotal',
    ],
    [
      'a total that is too big to store',
      () => lines(100, { unitPrice: 1_000_000_000_000 }),
      422,
      'order_total_too_big',
      'lines',
    ],
    ['more than the stock', () => lines(101), 409, 'insufficient_stock', 'lines.0'],
    [
      'more than the stock on two lines together',
      () => ({ lines: [...lines(60).lines, ...lines(60).lines] }),
      409,
      'insufficient_stock',
      'lines.0',
    ],
  ])('%s', async (_case, body, status, code, path) => {
    const before = await t.changes()
    const reply = await tester.createOrder(body())
    expect([reply.status, reply.body.code, reply.body.errors?.[0]?.path]).toEqual([
      status,
      code,
      path,
    ])
    expect(await t.changes()).toBe(before)
  })

  test('a variant of another store', async () => {
    const reply = await t.call('stranger', orderApi.create, { body: lines(1) })
    expect([reply.status, reply.body.errors[0].path]).toEqual([422, 'lines.0.variant'])
  })

  test('names every line without enough stock and the available quantity', async () => {
    const cup = await tester.createProduct({ title: 'Cup', stock: 3 })
    const { body } = await tester.createOrder({
      lines: [
        { variant: cup.variant, quantity: 4 },
        { variant: pot.variant, quantity: 1 },
        { variant: pot.variant, quantity: 500 },
      ],
    })
    expect(body.errors).toMatchObject([
      { path: 'lines.0', message: 'Only 3 left' },
      { path: 'lines.1' },
      { path: 'lines.2' },
    ])
    expect(body.data).toContainEqual({
      line: 0,
      variant: cup.variant,
      title: 'Cup',
      requested: 4,
      available: 3,
    })
  })
})
