import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerApi } from '#contract/customer.ts'
import type { Route } from '#contract/lib/api.ts'
import { type Order, type OrderRow, orderApi } from '#contract/order.ts'
import { OrderView } from '#contract/order-filter.ts'
import { productApi } from '#contract/product.ts'
import { startTestApp, type TestApp } from '../lib/testing/testing.ts'
import { createOrderTester, exampleOrder, type SampleProduct } from './order-testing.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let pot: SampleProduct
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
})
afterAll(() => t.close())
beforeEach(async () => {
  pot = await tester.make({ sku: `POT-${crypto.randomUUID().slice(0, 8)}` })
})

const unknownId = '00000000-0000-7000-8000-0000000000ff'
const listOrders = async (query: object): Promise<OrderRow[]> =>
  (await t.call('owner', orderApi.list, { query: { ...query } })).body.data
const updateSettings = (values: object) => t.inStore(tx => tx`update business set ${tx(values)}`)

describe('an order taken by hand', () => {
  test('keeps what it was given, sums it, and says what it sold', async () => {
    const { status, body } = await tester.place(exampleOrder(pot.variant))
    expect([status, body.message]).toEqual([201, 'Order created'])
    const { customer, lines: _, ...orderFields } = exampleOrder(pot.variant)
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
        fulfilled: 0,
      },
    ])
    expect(body.data.timeline).toMatchObject([
      { type: 'created', actor: 'Test owner', data: { source: 'phone', total: 3400 } },
    ])
    expect(await tester.read(body.data._id)).toEqual(body.data)
    expect(await tester.stockOf(pot.variant)).toBe(98)
    expect(await tester.ledgerOf(pot.variant)).toMatchObject([
      { delta: 100 },
      { reason: 'order', delta: -2 },
    ])
  })

  test('takes the price of this moment, and outlives what it sold', async () => {
    const order = await tester.placed({ lines: [{ variant: pot.variant, quantity: 1 }] })
    expect(order).toMatchObject({ total: 1000, customer: { _id: null, name: '' } })
    await t.call('owner', productApi.delete, { params: { id: pot.product } })
    expect((await tester.read(order._id)).lines).toEqual(order.lines)
    expect((await tester.move(order._id, 'cancelled')).status).toBe(200)
    expect((await tester.move(order._id, 'pending')).status).toBe(200)
  })

  test('records the whole sum when it is paid on the spot; over the counter nothing is shipped', async () => {
    const order = await tester.placed({
      lines: [{ variant: pot.variant, quantity: 1 }],
      paid: 'cash',
      source: 'pos',
    })
    expect(order).toMatchObject({
      paymentStatus: 'paid',
      fulfillmentStatus: 'not_required',
      balance: 0,
      payments: [{ kind: 'payment', method: 'cash', amount: 1000 }],
    })
    expect(order.timeline.map(event => event.type)).toEqual(['created', 'payment_recorded'])
    expect((await tester.move(order._id, 'delivered')).body.data).toMatchObject({
      status: 'delivered',
      fulfillments: [],
    })
  })

  test('adds the tax, or finds it in the prices, as the store says', async () => {
    const lines = [{ variant: pot.variant, quantity: 1 }]
    await updateSettings({ default_tax_rate: 20 })
    expect(await tester.placed({ lines })).toMatchObject({
      taxTotal: 200,
      total: 1200,
      taxIncluded: false,
      lines: [{ tax: 200, total: 1200 }],
    })
    await updateSettings({ tax_included: true })
    expect(await tester.placed({ lines })).toMatchObject({
      taxTotal: 167,
      total: 1000,
      taxIncluded: true,
      lines: [{ tax: 167, total: 1000 }],
    })
    await updateSettings({ default_tax_rate: 0, tax_included: false })
  })

  test('may take stock below zero where that is allowed, and leaves uncounted stock alone', async () => {
    const backorderProduct = await tester.make({ stock: 1, allowBackorder: true })
    const untrackedProduct = await tester.make({ stock: 0, trackStock: false })
    const order = await tester.placed({
      lines: [
        { variant: backorderProduct.variant, quantity: 3 },
        { variant: untrackedProduct.variant, quantity: 5 },
      ],
    })
    expect([
      await tester.stockOf(backorderProduct.variant),
      await tester.stockOf(untrackedProduct.variant),
    ]).toEqual([-2, 0])
    await tester.move(order._id, 'cancelled')
    expect([
      await tester.stockOf(backorderProduct.variant),
      await tester.stockOf(untrackedProduct.variant),
    ]).toEqual([1, 0])
  })

  test('finds its customer by id, email or number, and counts for them', async () => {
    const first = await tester.placed({
      ...exampleOrder(pot.variant),
      customer: { email: 'Grace@Example.com', name: 'Grace', phone: '555 0100' },
    })
    const same = await Promise.all(
      [{ email: 'grace@example.com' }, { phone: '555 0100' }, { _id: first.customer._id }].map(
        customer => tester.placed({ lines: [{ variant: pot.variant, quantity: 1 }], customer }),
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
    await tester.move(first._id, 'cancelled')
    expect(await customer()).toMatchObject({ orderCount: 3, totalSpent: 3000 })
  })
})

describe('is refused, and nothing is written:', () => {
  const lines = (quantity: number, rest: object = {}) => ({
    lines: [{ variant: pot.variant, quantity, ...rest }],
  })
  test.each<[string, () => object, number, string, string | undefined]>([
    ['no lines', () => ({ lines: [] }), 422, 'invalid', 'lines'],
    ['a quantity of zero', () => lines(0), 422, 'invalid', 'lines.0.quantity'],
    ['half a piece', () => lines(0.5), 422, 'invalid', 'lines.0.quantity'],
    ['more than an integer holds', () => lines(2 ** 31), 422, 'invalid', 'lines.0.quantity'],
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
      'a sum that cannot be kept',
      () => lines(100, { unitPrice: 1_000_000_000_000 }),
      422,
      'order_total_too_big',
      'lines',
    ],
    ['more than there is', () => lines(101), 409, 'insufficient_stock', 'lines.0'],
    [
      'more than there is, over two lines',
      () => ({ lines: [...lines(60).lines, ...lines(60).lines] }),
      409,
      'insufficient_stock',
      'lines.0',
    ],
  ])('%s', async (_case, body, status, code, path) => {
    const before = await t.changes()
    const reply = await tester.place(body())
    expect([reply.status, reply.body.code, reply.body.errors?.[0]?.path]).toEqual([
      status,
      code,
      path,
    ])
    expect(await t.changes()).toBe(before)
  })

  test('another store’s variant is as unknown as none', async () => {
    const reply = await t.call('stranger', orderApi.create, { body: lines(1) })
    expect([reply.status, reply.body.errors[0].path]).toEqual([422, 'lines.0.variant'])
  })

  test('short lines are all named, with what is left', async () => {
    const cup = await tester.make({ title: 'Cup', stock: 3 })
    const { body } = await tester.place({
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

describe('editing', () => {
  const updateOrder = (id: string, body: object) =>
    t.call('owner', orderApi.update, { params: { id }, body })

  test('writes what changed and says so once', async () => {
    const order = await tester.placed(exampleOrder(pot.variant))
    const { body } = await updateOrder(order._id, {
      note: 'Two bows',
      tags: order.tags,
      shippingAddress: { city: 'Paris' },
      total: 1,
      version: 1,
    })
    expect(body.data).toMatchObject({
      note: 'Two bows',
      shippingAddress: { city: 'Paris' },
      total: order.total,
      version: 2,
    })
    expect(body.data.timeline.at(-1)).toMatchObject({
      type: 'edited',
      data: { fields: ['shippingAddress', 'note'] },
    })
    expect((await updateOrder(order._id, { note: 'Two bows', version: 2 })).body.data).toEqual(
      body.data,
    )
    expect(await updateOrder(order._id, { note: 'Three', version: 1 })).toMatchObject({
      status: 409,
      body: { code: 'version_conflict', data: { version: 2, note: 'Two bows' } },
    })
  })

  test('an address stays once the parcel is on its way', async () => {
    const order = await tester.placed(exampleOrder(pot.variant))
    await tester.move(order._id, 'shipped')
    expect(await updateOrder(order._id, { shippingAddress: { city: 'Rome' } })).toMatchObject({
      status: 409,
      body: { code: 'already_shipped' },
    })
    expect((await updateOrder(order._id, { billingAddress: { city: 'Rome' } })).status).toBe(200)
  })

  test('notes stand on the timeline', async () => {
    const order = await tester.placed(exampleOrder(pot.variant))
    const { body } = await t.call('owner', orderApi.addNote, {
      params: { id: order._id },
      body: { text: 'Called back' },
    })
    expect(body.data.timeline.at(-1)).toMatchObject({
      type: 'note_added',
      actor: 'Test owner',
      data: { text: 'Called back' },
    })
  })
})

describe('money', () => {
  const recordPayment = (route: Route, id: string, body: object) =>
    t.call('owner', route, { params: { id }, body: { method: 'bank', ...body } })

  test('comes in parts and goes back in parts', async () => {
    const { _id: id } = await tester.placed({
      lines: [{ variant: pot.variant, quantity: 1 }],
      customer: { email: 'payer@example.com' },
    })
    const steps: [Route, number, string, number][] = [
      [orderApi.addPayment, 400, 'partially_paid', 600],
      [orderApi.addPayment, 700, 'overpaid', -100],
      [orderApi.addRefund, 100, 'paid', 0],
      [orderApi.addRefund, 250, 'partially_refunded', 0],
      [orderApi.addRefund, 750, 'refunded', 0],
    ]
    for (const [route, amount, paymentStatus, balance] of steps)
      expect((await recordPayment(route, id, { amount })).body.data).toMatchObject({
        paymentStatus,
        balance,
      })
    const order = await tester.read(id)
    expect(order).toMatchObject({
      paidTotal: 1100,
      refundedTotal: 1100,
      payments: [
        { amount: 400 },
        { amount: 700 },
        { kind: 'refund', amount: 100 },
        { amount: 250 },
        { amount: 750 },
      ],
    })
    expect(
      (await t.call('owner', customerApi.get, { params: { id: order.customer._id ?? '' } })).body
        .data,
    ).toMatchObject({ orderCount: 1, totalSpent: 0 })
  })

  test.each<[string, Route, object, number, string]>([
    ['nothing', orderApi.addPayment, { amount: 0 }, 422, 'invalid'],
    ['less than nothing', orderApi.addRefund, { amount: -5 }, 422, 'invalid'],
    [
      'a refund of what was never received',
      orderApi.addRefund,
      { amount: 1 },
      422,
      'nothing_to_refund',
    ],
    [
      'an unknown way of paying',
      orderApi.addPayment,
      { amount: 1, method: 'shells' },
      422,
      'invalid',
    ],
  ])('refuses %s', async (_case, route, body, status, code) => {
    const { _id: id } = await tester.placed({ lines: [{ variant: pot.variant, quantity: 1 }] })
    const before = await t.changes()
    const reply = await recordPayment(route, id, body)
    expect([reply.status, reply.body.code]).toEqual([status, code])
    expect(await t.changes()).toBe(before)
  })

  test('is not taken for a cancelled order, but given back', async () => {
    const { _id: id } = await tester.placed({
      lines: [{ variant: pot.variant, quantity: 1 }],
      paid: 'card',
    })
    expect((await tester.move(id, 'cancelled')).body.data).toMatchObject({
      paymentStatus: 'paid',
      balance: -1000,
    })
    expect(await recordPayment(orderApi.addPayment, id, { amount: 1 })).toMatchObject({
      status: 409,
      body: { code: 'not_payable' },
    })
    expect((await recordPayment(orderApi.addRefund, id, { amount: 1000 })).body.data).toMatchObject(
      {
        paymentStatus: 'refunded',
        balance: 0,
        allowedTransitions: [],
      },
    )
  })
})

describe('the list', () => {
  test('finds by number, name, email, phone and SKU', async () => {
    const order = await tester.placed({
      ...exampleOrder(pot.variant),
      customer: { name: 'Zoë Quill', email: 'zoe@quill.example', phone: '0171 555 9876' },
    })
    const sku = order.lines[0]?.sku ?? ''
    for (const q of [
      order.number,
      order.number.slice(1),
      'quill',
      'zoe@quill',
      '555 9876',
      sku,
      sku.toLowerCase(),
    ]) {
      expect(
        (await listOrders({ q })).map(row => row._id),
        q,
      ).toEqual([order._id])
    }
    expect(await listOrders({ q: '%' })).toEqual([])
  })

  test('filters by where orders stand, what they hold and what they come to', async () => {
    const order = await tester.placed({
      ...exampleOrder(pot.variant),
      tags: ['rare'],
      lines: [{ variant: pot.variant, quantity: 1, unitPrice: 777_700 }],
      discountTotal: 0,
      shippingTotal: 0,
    })
    const expectedIds = [order._id]
    const ids = async (query: object) => (await listOrders(query)).map(row => row._id)
    expect(await ids({ product: pot.product })).toEqual(expectedIds)
    expect(await ids({ tag: 'rare' })).toEqual(expectedIds)
    expect(await ids({ totalFrom: 777_700, totalTo: 777_700 })).toEqual(expectedIds)
    expect(
      await ids({
        product: pot.product,
        status: 'pending,confirmed',
        paymentStatus: 'unpaid',
        fulfillmentStatus: 'unfulfilled',
        source: 'phone',
        customer: order.customer._id,
      }),
    ).toEqual(expectedIds)
    expect(await ids({ product: pot.product, status: 'shipped' })).toEqual([])
    expect(await t.call('owner', orderApi.list, { query: { status: 'lost' } })).toMatchObject({
      status: 422,
    })
  })

  test('cuts days in the store’s time zone', async () => {
    const order = await tester.placed({ lines: [{ variant: pot.variant, quantity: 1 }] })
    await t.inStore(
      tx => tx`update "order" set created_at = '2026-01-31T22:30:00Z' where id = ${order._id}`,
    )
    const listIds = async (from: string, to: string) =>
      (await listOrders({ product: pot.product, from, to })).length
    expect([
      await listIds('2026-01-31', '2026-01-31'),
      await listIds('2026-02-01', '2026-02-01'),
    ]).toEqual([1, 0])
    await updateSettings({ timezone: 'Europe/Athens' })
    expect([
      await listIds('2026-01-31', '2026-01-31'),
      await listIds('2026-02-01', '2026-02-01'),
    ]).toEqual([0, 1])
    await updateSettings({ timezone: 'UTC' })
  })

  test('counts what its tabs show', async () => {
    for (const status of ['ready', 'cancelled', 'on_hold'])
      await tester.move(
        (await tester.placed({ lines: [{ variant: pot.variant, quantity: 1 }] }))._id,
        status,
      )
    const { body } = await t.call('owner', orderApi.getCounts)
    for (const view of [undefined, ...OrderView.options]) {
      expect(
        (await t.call('owner', orderApi.list, { query: view ? { view } : {} })).body.meta.total,
        view,
      ).toBe(body.data[view ?? 'all'])
    }
    expect(Object.values(body.data.byStatus).reduce((all: number, n) => all + Number(n), 0)).toBe(
      body.data.all,
    )
  })

  test('offers what can be put on an order', async () => {
    const shirt = await tester.make({
      title: 'Linen shirt',
      status: 'active',
      options: [{ name: 'Size', values: ['S', 'M'] }],
      variants: [{ options: ['S'], sku: 'LIN-S', stock: 2, price: 500 }, { options: ['M'] }],
    })
    await tester.make({ title: 'Linen rag', status: 'archived' })
    const search = async (q: string) =>
      (await t.call('owner', orderApi.searchVariants, { query: { q } })).body.data
    expect(await search('linen')).toMatchObject([
      { product: shirt.product, title: 'Linen shirt', variantTitle: 'S', price: 500, stock: 2 },
      { variantTitle: 'M' },
    ])
    expect(await search('lin-s')).toMatchObject([{ _id: shirt.variant }])
    expect(
      (await t.call('stranger', orderApi.searchVariants, { query: { q: 'linen' } })).body.data,
    ).toEqual([])
  })

  test('another store sees none of it', async () => {
    expect((await t.call('stranger', orderApi.list)).body.data).toEqual([])
    expect((await t.call('stranger', orderApi.getCounts)).body.data).toMatchObject({
      all: 0,
      byStatus: { pending: 0 },
    })
    const order: Order = await tester.placed({ lines: [{ variant: pot.variant, quantity: 1 }] })
    for (const route of [
      orderApi.get,
      orderApi.update,
      orderApi.updateStatus,
      orderApi.addPayment,
      orderApi.addRefund,
      orderApi.addNote,
    ]) {
      expect(
        (
          await t.call('stranger', route, {
            params: { id: order._id },
            body: { status: 'confirmed', amount: 1, method: 'cash', text: 'x' },
          })
        ).status,
        route.name,
      ).toBe(404)
    }
  })
})
