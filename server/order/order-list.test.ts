import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import { type Order, type OrderRow, orderApi } from '#contract/order/order.ts'
import { OrderView } from '#contract/order/order-filter.ts'
import { type SearchResults, searchApi } from '#contract/store/search.ts'
import {
  createExampleOrder,
  createOrderTester,
  type SampleProduct,
} from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

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

const listOrders = async (query: object): Promise<OrderRow[]> =>
  (await t.call('owner', orderApi.list, { query: { ...query } })).body.data
const updateSettings = (values: object) => t.inStore(tx => tx`update store set ${tx(values)}`)

test('finds orders by number, name, email, phone and SKU', async () => {
  const order = await tester.createOrderData({
    ...createExampleOrder(pot.variant),
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

test('finds orders by a tracking number, with or without the spaces of the carrier', async () => {
  const order = await tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 1 }] })
  const tracking = { carrier: 'UPS', number: '1Z 999-AA1 01 2345 6784' }
  await tester.applyChange(order, { kind: 'createParcel', status: 'shipped', tracking })
  const ids = async (q: string) => (await listOrders({ q })).map(row => row._id)
  for (const q of ['1Z 999-AA1 01 2345 6784', '1z999aa10123456784', '1Z999AA1 0123456784'])
    expect(await ids(q), q).toEqual([order._id])
  expect(await ids('1Z999AA10123456785')).toEqual([])
  expect(
    (await t.call('stranger', orderApi.list, { query: { q: '1z999aa10123456784' } })).body.data,
  ).toEqual([])
})

test('finds orders and customers by a phone number in any notation', async () => {
  const createFor = async (phone: string) =>
    tester.createOrderData({
      ...createExampleOrder(pot.variant),
      customer: { name: 'Lou Ortega', email: `${crypto.randomUUID()}@lou.example`, phone },
    })
  const international = await createFor('+49 171 8000421')
  const national = await createFor('0171 / 800.04-33')
  const find = async (route: typeof orderApi.list | typeof customerApi.list, q: string) =>
    (await t.call('owner', route, { query: { q } })).body.data.map(({ _id }: Order) => _id)
  const search = async (q: string): Promise<SearchResults> =>
    (await t.call('owner', searchApi.find, { query: { q } })).body.data
  const expected = async (q: string, orders: Order[]) => {
    const orderIds = orders.map(({ _id }) => _id)
    const customerIds = orders.map(({ customer }) => customer._id)
    expect((await find(orderApi.list, q)).toSorted(), q).toEqual(orderIds.toSorted())
    expect((await find(customerApi.list, q)).toSorted(), q).toEqual(customerIds.toSorted())
    const results = await search(q)
    expect(results.orders?.map(({ _id }) => _id).toSorted(), q).toEqual(orderIds.toSorted())
    expect(results.customers?.map(({ _id }) => _id).toSorted(), q).toEqual(customerIds.toSorted())
  }
  const notations = [
    ['01718000421', '+491718000421', '0171 8000421', '8000421', '0049 (171) 800-04 21'],
    ['01718000433', '+491718000433', '0171 8000433', '8000433', '+49 (0)171 8000433'],
  ]
  for (const q of notations[0] ?? []) await expected(q, [international])
  for (const q of notations[1] ?? []) await expected(q, [national])
  for (const q of ['+49 171 8000', '0171–8000', '٠١٧١٨٠٠٠٤'])
    await expected(q, [international, national])
  await expected('Ortega 01718000421', [international])
  for (const q of ['01718000422', '00000', '00018']) await expected(q, [])
})

test('a number that is the SKU of more than 10,000 lines finds each of their orders', async () => {
  const { variant } = await tester.createProduct({ sku: '4006381333900' })
  const [earlier, later] = [
    await tester.createOrderData(createExampleOrder(variant)),
    await tester.createOrderData(createExampleOrder(variant)),
  ]
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`alter table order_line disable trigger user`
    await tx`
      insert into order_line (store_id, order_id, position, title, sku, quantity, unit_price, total)
      select store_id, order_id, n, title, sku, 1, 0, 0
      from order_line, generate_series(2, 10002) n where order_id = ${earlier._id}`
    await tx`alter table order_line enable trigger user`
  })
  const rows = await listOrders({ q: '4006381333900' })
  expect(rows.map(({ _id }) => _id).toSorted()).toEqual([earlier._id, later._id].toSorted())
  await t.sql.begin(async tx => {
    await tx`select set_config('app.store_id', ${t.people.owner.storeId}, true)`
    await tx`alter table order_line disable trigger user`
    await tx`delete from order_line where order_id = ${earlier._id} and position > 1`
    await tx`alter table order_line enable trigger user`
  })
})

test('a number of an order or a SKU finds no phone number', async () => {
  const sku = await tester.createProduct({ sku: '60417' })
  const byPhone = await tester.createOrderData({
    ...createExampleOrder(pot.variant),
    customer: { name: 'Lou', phone: '+49 30 6041733' },
  })
  const ids = async (q: string) => (await listOrders({ q })).map(row => row._id)
  expect(await ids('60417')).toEqual([byPhone._id])
  const bySku = await tester.createOrderData(createExampleOrder(sku.variant))
  expect(await ids('60417')).toEqual([bySku._id])
  await t.inStore(tx => tx`update "order" set number = '#30604' where id = ${bySku._id}`)
  expect(await ids('30604')).toEqual([bySku._id])
  const { body } = await t.call('owner', searchApi.find, { query: { q: '30604' } })
  expect(body.data.orders).toMatchObject([{ number: '#30604' }])
})

test('numbers are searched in indexes only', async () => {
  const findIds = async (code: string, words = code) => {
    const rows = await t.inStore(
      tx => tx<{ ids: string[] | null }[]>`
        select ids from search_records('order', ${words}, ${code})`,
    )
    return rows[0]?.ids
  }
  for (const code of ['1Z999AA10123456785', 'LX 123-456-785 DE', 'JD014600006281230704'])
    expect([await findIds(code), await findIds(code, '')], code).toEqual([[], []])
  for (const code of ['9400 1000 0000 0000 0000 00', '+49 151 23456789', '1234', '#1234'])
    expect(await findIds(code, ''), code).toEqual([])
  for (const phone of ['15123456789', '123456789012345'])
    expect(await findIds(phone), phone).toEqual([])
  expect(await findIds('anna1985@example.com')).toBeNull()
})

test('finds orders by beginnings and nearest words, and by a whole SKU among them', async () => {
  const createFor = async (name: string, variant = pot.variant) =>
    (await tester.createOrderData({ ...createExampleOrder(variant), customer: { name } }))._id
  const first = await createFor('Wilhelmina Bergström')
  const second = await createFor('Bergstrom Wilhelmina')
  const ids = async (q: string) => (await listOrders({ q, sort: 'createdAt' })).map(row => row._id)
  for (const q of ['bergstrom wil', 'WILHELM', 'wilhemlina', 'helmina', 'gström', 'berg‑strom'])
    expect(await ids(q), q).toEqual([first, second])
  const { meta } = (await t.call('owner', orderApi.list, { query: { q: 'wilhemlina' } })).body
  expect(meta.corrections).toEqual([{ term: 'wilhemlina', words: ['wilhelmina'] }])
  const urn = await tester.createProduct({ sku: 'wilhelmina' })
  const third = await createFor('Otto Zahn', urn.variant)
  expect(await ids('Wilhelmina')).toEqual([first, second, third])
  expect(await ids('wilhelmina zahn')).toEqual([])
})

test('lists the amount of an order, also in a search', async () => {
  const { _id, number, total } = await tester.createOrderData({
    ...createExampleOrder(pot.variant),
    customer: { name: 'Amadea Quince' },
  })
  for (const query of [{ perPage: 1 }, { q: number }, { q: 'amadea' }, { q: 'amadea', page: 1 }])
    expect(await listOrders(query)).toMatchObject([{ _id, total }])
  expect(await listOrders({ tag: 'none' })).toEqual([])
})

test('filters orders by status, content and total', async () => {
  const order = await tester.createOrderData({
    ...createExampleOrder(pot.variant),
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

test('filters by days of the store’s time zone', async () => {
  const order = await tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 1 }] })
  await t.inStore(
    tx => tx`update "order" set created_at = '2026-01-31T22:30:00Z' where id = ${order._id}`,
  )
  const countOrders = async (from: string, to: string) =>
    (await listOrders({ product: pot.product, from, to })).length
  expect([
    await countOrders('2026-01-31', '2026-01-31'),
    await countOrders('2026-02-01', '2026-02-01'),
  ]).toEqual([1, 0])
  await updateSettings({ timezone: 'Europe/Athens' })
  expect([
    await countOrders('2026-01-31', '2026-01-31'),
    await countOrders('2026-02-01', '2026-02-01'),
  ]).toEqual([0, 1])
  await updateSettings({ timezone: 'UTC' })
})

test('counts the orders of each view', async () => {
  for (const status of ['ready', 'cancelled', 'on_hold'])
    await tester.updateStatus(
      (await tester.createOrderData({ lines: [{ variant: pot.variant, quantity: 1 }] }))._id,
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

test('searches variants of products that are not archived', async () => {
  const shirt = await tester.createProduct({
    title: 'Linen shirt',
    status: 'active',
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [{ options: ['S'], sku: 'LIN-S', stock: 2, price: 500 }, { options: ['M'] }],
  })
  await tester.createProduct({ title: 'Linen rag', status: 'archived' })
  const search = async (q: string) =>
    (await t.call('owner', orderApi.searchVariants, { query: { q } })).body.data
  expect(await search('linen')).toMatchObject([
    { product: shirt.product, title: 'Linen shirt', variantTitle: 'S', price: 500, stock: 2 },
    { variantTitle: 'M' },
  ])
  expect(await search('lin-s')).toMatchObject([{ _id: shirt.variant }])
  for (const q of ['lin', 'shirt linen', 'lnien', 'inen'])
    expect(await search(q), q).toMatchObject([{ variantTitle: 'S' }, { variantTitle: 'M' }])
  expect(await search('lin-')).toMatchObject([{ variantTitle: 'S' }])
  const firstTitles = (await search('')).map(({ title }: { title: string }) => title)
  expect(firstTitles).toContain('Linen shirt')
  expect(
    (await t.call('stranger', orderApi.searchVariants, { query: { q: 'linen' } })).body.data,
  ).toEqual([])
})

test('marks the variants of drafts in the search for an order', async () => {
  await tester.createProduct({ title: 'Wool shirt', status: 'active' })
  await tester.createProduct({ title: 'Wool socks', status: 'draft' })
  const { body } = await t.call('owner', orderApi.searchVariants, { query: { q: 'wool' } })
  expect(body.data).toMatchObject([
    { title: 'Wool shirt', isDraft: false },
    { title: 'Wool socks', isDraft: true },
  ])
})

test('hides orders from other stores', async () => {
  expect((await t.call('stranger', orderApi.list)).body.data).toEqual([])
  expect((await t.call('stranger', orderApi.getCounts)).body.data).toMatchObject({
    all: 0,
    byStatus: { pending: 0 },
  })
  const order: Order = await tester.createOrderData({
    lines: [{ variant: pot.variant, quantity: 1 }],
  })
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
