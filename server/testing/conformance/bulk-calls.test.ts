import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { customerApi } from '#contract/customer/customer.ts'
import type { BulkReply } from '#contract/lib/call/bulk.ts'
import { orderApi } from '#contract/order/order.ts'
import { categoryApi } from '#contract/product/category.ts'
import { type Product, type ProductRow, productApi } from '#contract/product/product.ts'
import { startTestApp, type TestApp } from '../testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

const countQueries = () => t.app.db.metrics?.current.queries ?? 0
beforeEach(() =>
  t.inStore(async tx => {
    await tx`delete from "order"`
    for (const table of ['product', 'category', 'customer']) await tx`delete from ${tx(table)}`
  }),
)

type TestUser = 'owner' | 'stranger'
type TestRoute = Parameters<TestApp['call']>[1]
const createProduct = async (body: object, as: TestUser = 'owner'): Promise<Product> =>
  (await t.call(as, productApi.create, { body: { price: 1000, status: 'draft', ...body } })).body
    .data
const send = (route: TestRoute, body: object, as: TestUser = 'owner') => t.call(as, route, { body })
const sendBulk = async (route: TestRoute, body: object): Promise<BulkReply> => {
  const reply = await send(route, body)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.data
}
const listProducts = async (query = {}): Promise<ProductRow[]> =>
  (await t.call('owner', productApi.list, { query: { perPage: 100, sort: 'title', ...query } }))
    .body.data
const listTitles = async (query = {}) => (await listProducts(query)).map(row => row.title)
const findProductId = async (title: string) => (await listProducts({ q: title }))[0]?._id ?? ''
const createTeas = () =>
  Promise.all(
    ['Assam', 'Bancha', 'Ceylon', 'Darjeeling'].map(title =>
      createProduct({ title, vendor: title < 'C' ? 'Leaf' : 'Cup' }),
    ),
  )

describe('a bulk selection by filter', () => {
  test('contains exactly the rows of the list', async () => {
    await createTeas()
    const reply = await sendBulk(productApi.bulkUpdateStatus, {
      filter: { vendor: 'Leaf' },
      expectedCount: 2,
      status: 'active',
    })
    expect(reply).toMatchObject({ done: 2, failed: 0, next: null })
    expect(reply.results.map(({ name, ok }) => [name, ok]).toSorted()).toEqual([
      ['Assam', true],
      ['Bancha', true],
    ])
    expect([await listTitles({ status: 'active' }), await listTitles({ status: 'draft' })]).toEqual(
      [
        ['Assam', 'Bancha'],
        ['Ceylon', 'Darjeeling'],
      ],
    )
  })
  test('without a filter contains all rows of the store and of no other store', async () => {
    await createTeas()
    const foreignProduct = await createProduct({ title: 'Earl Grey' }, 'stranger')
    expect(
      await sendBulk(productApi.bulkUpdateStatus, {
        filter: {},
        expectedCount: 4,
        status: 'archived',
      }),
    ).toMatchObject({ done: 4 })
    expect(
      (await t.call('stranger', productApi.get, { params: { id: foreignProduct._id } })).body.data
        .status,
    ).toBe('draft')
  })
  test('does not contain the exceptions', async () => {
    await createTeas()
    expect(
      await sendBulk(productApi.bulkDelete, {
        filter: {},
        expectedCount: 4,
        excludedIds: [await findProductId('Ceylon')],
      }),
    ).toMatchObject({ done: 3 })
    expect(await listTitles()).toEqual(['Ceylon'])
  })
  test('writes nothing if the number of rows differs from the expected one', async () => {
    await createTeas()
    const before = await t.changes()
    const { status, body } = await send(productApi.bulkDelete, {
      filter: { vendor: 'Leaf' },
      expectedCount: 3,
    })
    expect([status, body.code, body.data]).toEqual([409, 'count_changed', { count: 2 }])
    expect(await t.changes()).toBe(before)
  })
  test('is rejected without rows, with ids and a filter, or without the expected number', async () => {
    const { _id } = await createProduct({ title: 'Assam' })
    const before = await t.changes()
    for (const body of [
      {},
      { ids: [] },
      { filter: {} },
      { ids: [_id], filter: {}, expectedCount: 1 },
      { filter: { vendor: 7 }, expectedCount: 1 },
    ])
      expect((await send(productApi.bulkDelete, body)).status).toBe(422)
    expect(await t.changes()).toBe(before)
  })
  test('changes more than a thousand rows in one call and lists only the errors', async () => {
    await t.inStore(
      tx =>
        tx`
          insert into product (title, slug, tags)
          select 'Tin ' || n, 'tin-' || n, case when n <= 2
            then array(select 'tag ' || m from generate_series(1, 30) m) else '{}' end
          from generate_series(1, 1001) n`,
    )
    const queriesBefore = countQueries()
    const reply = await sendBulk(productApi.bulkUpdateTags, {
      filter: { q: 'tin' },
      expectedCount: 1001,
      add: ['New'],
    })
    expect(countQueries() - queriesBefore).toBeLessThan(30)
    expect([reply.done, reply.failed, reply.results.map(result => result.name).toSorted()]).toEqual(
      [999, 2, ['Tin 1', 'Tin 2']],
    )
    expect(reply.results[0]).toMatchObject({ ok: false, code: 'too_many_tags' })
  })
})

describe('products', () => {
  test('get and lose tags regardless of case, and the version counts only real changes', async () => {
    const [one, two] = [
      await createProduct({ title: 'Assam', tags: ['Black', 'Sale'] }),
      await createProduct({ title: 'Bancha' }),
    ]
    const reply = await sendBulk(productApi.bulkUpdateTags, {
      ids: [one._id, two._id],
      add: ['sale', 'Spring'],
      remove: ['BLACK'],
    })
    expect(reply).toMatchObject({ done: 2, failed: 0 })
    expect((await listProducts()).map(({ tags, version }) => [tags, version])).toEqual([
      [['Sale', 'Spring'], 2],
      [['sale', 'Spring'], 2],
    ])
    await sendBulk(productApi.bulkUpdateTags, { ids: [one._id], add: ['SALE'] })
    expect((await listProducts())[0]).toMatchObject({ tags: ['Sale', 'Spring'], version: 2 })
  })
  test('are added to and removed from categories, but not those of another store', async () => {
    const [one, two] = [
      await createProduct({ title: 'Assam' }),
      await createProduct({ title: 'Bancha' }),
    ]
    const category = (await send(categoryApi.create, { name: 'Tea' })).body.data._id
    const foreignCategory = (await send(categoryApi.create, { name: 'Tea' }, 'stranger')).body.data
      ._id
    await sendBulk(productApi.bulkUpdateCategories, { ids: [one._id, two._id], add: [category] })
    expect(await listTitles({ category })).toEqual(['Assam', 'Bancha'])
    await sendBulk(productApi.bulkUpdateCategories, { ids: [one._id], remove: [category] })
    expect(await listTitles({ category })).toEqual(['Bancha'])
    const before = await t.changes()
    expect(
      (await send(productApi.bulkUpdateCategories, { ids: [one._id], add: [foreignCategory] })).body
        .errors,
    ).toMatchObject([{ path: 'add.0', code: 'category_not_found' }])
    expect(await t.changes()).toBe(before)
  })
  test('a deleted product is reported and the others change', async () => {
    const { _id } = await createProduct({ title: 'Assam' })
    const unknownId = '00000000-0000-7000-8000-0000000000ff'
    expect(
      (await sendBulk(productApi.bulkUpdateStatus, { ids: [unknownId, _id], status: 'active' }))
        .results,
    ).toEqual([
      {
        _id: unknownId,
        name: '',
        ok: false,
        code: 'not_found',
        message: 'We couldn’t find this. It may have been deleted.',
      },
      { _id, name: 'Assam', ok: true },
    ])
  })
  test('rows of another store are reported as not found in every call', async () => {
    const { _id } = await createProduct({ title: 'Assam' })
    const category = (await send(categoryApi.create, { name: 'Cups' }, 'stranger')).body.data._id
    const before = await t.changes()
    for (const [route, body] of [
      [productApi.bulkUpdateStatus, { status: 'active' }],
      [productApi.bulkUpdateTags, { add: ['x'] }],
      [productApi.bulkUpdateCategories, { add: [category] }],
      [productApi.bulkDelete, {}],
    ] as const)
      expect((await send(route, { ids: [_id], ...body }, 'stranger')).body.data).toMatchObject({
        done: 0,
        failed: 1,
        results: [{ code: 'not_found' }],
      })
    expect(await t.changes()).toBe(before)
  })
})

describe('orders', () => {
  const createOrder = async () =>
    (
      await send(orderApi.create, {
        lines: [
          {
            variant: (await createProduct({ title: 'Assam', stock: 5 })).variants[0]?._id,
            quantity: 1,
          },
        ],
      })
    ).body.data
  const getOrder = async (id: string) =>
    (await t.call('owner', orderApi.get, { params: { id } })).body.data

  const insertPendingOrders = (count: number) =>
    t.inStore(
      tx =>
        tx<{ id: string }[]>`
          insert into "order" (number, currency, status)
          select '#' || n, 'USD', 'pending' from generate_series(1, ${count}::integer) n returning id`,
    )

  test('are canceled in batches of a hundred, and the reply contains the cursor of the next batch', async () => {
    const ids = (await insertPendingOrders(101)).map(({ id }) => id)
    const change = { status: 'cancelled', reason: 'stock' }
    for (const selection of [{ ids }, { filter: { status: 'pending' }, expectedCount: 101 }]) {
      await t.inStore(tx => tx`update "order" set status = 'pending'`)
      const first = await sendBulk(orderApi.bulkUpdateStatus, { ...selection, ...change })
      expect([first.done, first.failed, typeof first.next]).toEqual([100, 0, 'string'])
      expect(
        await sendBulk(orderApi.bulkUpdateStatus, { ...selection, ...change, after: first.next }),
      ).toMatchObject({
        done: 1,
        next: null,
      })
      expect((await t.call('owner', orderApi.getCounts)).body.data.byStatus.cancelled).toBe(101)
    }
  })
  test('are confirmed a thousand at a time with few queries, with a result for each', async () => {
    const ids = (await insertPendingOrders(1000)).map(({ id }) => id)
    await t.inStore(tx => tx`update "order" set status = 'completed' where id = ${ids[7] ?? ''}`)
    const queriesBefore = countQueries()
    const reply = await sendBulk(orderApi.bulkUpdateStatus, { ids, status: 'confirmed' })
    expect(countQueries() - queriesBefore).toBeLessThan(100)
    expect([reply.done, reply.unchanged, reply.failed, reply.next]).toEqual([1000, 1, 0, null])
    expect(reply.results.map(({ _id }) => _id)).toEqual(ids)
    expect(reply.results[7]).toMatchObject({ ok: true, isUnchanged: true })
    expect(await getOrder(ids[0] ?? '')).toMatchObject({
      version: 2,
      status: 'confirmed',
      timeline: [{ type: 'status_changed', data: { from: 'pending', to: 'confirmed' } }],
    })
    expect(
      (await send(orderApi.bulkUpdateTags, { ids: [...ids, ids[0]], add: ['x'] })).status,
    ).toBe(422)
  })
  test('are paid in full and tagged with a timeline event, and errors are reported for each', async () => {
    const [one, two] = [await createOrder(), await createOrder()]
    expect(
      await sendBulk(orderApi.bulkAddPayment, { ids: [one._id], method: 'cash' }),
    ).toMatchObject({
      done: 1,
    })
    const secondReply = await sendBulk(orderApi.bulkAddPayment, {
      ids: [one._id, two._id],
      method: 'cash',
    })
    expect(secondReply.results).toMatchObject([
      { name: one.number, ok: true, isUnchanged: true },
      { name: two.number, ok: true },
    ])
    expect(await getOrder(one._id)).toMatchObject({
      paymentStatus: 'paid',
      balance: 0,
      payments: [{ amount: 1000, method: 'cash' }],
    })
    await sendBulk(orderApi.bulkUpdateTags, { filter: {}, expectedCount: 2, add: ['gift'] })
    const { tags, timeline } = await getOrder(two._id)
    expect([tags, timeline.at(-1)]).toMatchObject([
      ['gift'],
      { type: 'edited', data: { fields: ['tags'], addedTags: ['gift'], removedTags: [] } },
    ])
    const change = { add: ['Gift', 'rush'], remove: ['gift'] }
    await sendBulk(orderApi.bulkUpdateTags, { ids: [one._id, two._id], ...change })
    expect((await getOrder(two._id)).timeline.at(-1)?.data).toEqual({
      fields: ['tags'],
      addedTags: ['Gift', 'rush'],
      removedTags: ['gift'],
    })
  })
})

test('customers are tagged and deleted, and their orders keep the name of the customer', async () => {
  for (const name of ['Ada', 'Bea'])
    await send(customerApi.create, { name, tags: name === 'Ada' ? ['vip'] : [] })
  await sendBulk(customerApi.bulkUpdateTags, { filter: { q: 'b' }, expectedCount: 1, add: ['new'] })
  const variant = (await createProduct({ title: 'Assam', stock: 1 })).variants[0]?._id
  const [ada] = (await t.call('owner', customerApi.list, { query: { tag: 'vip' } })).body.data
  const order = (
    await send(orderApi.create, { customer: { _id: ada._id }, lines: [{ variant, quantity: 1 }] })
  ).body.data
  expect(
    await sendBulk(customerApi.bulkDelete, { filter: { tag: 'vip' }, expectedCount: 1 }),
  ).toMatchObject({
    done: 1,
    results: [{ name: 'Ada' }],
  })
  expect(
    (await t.call('owner', orderApi.get, { params: { id: order._id } })).body.data.customer,
  ).toMatchObject({ _id: null, name: 'Ada' })
  expect((await t.call('owner', customerApi.list)).body.data).toMatchObject([
    { name: 'Bea', tags: ['new'] },
  ])
})

test('categories are hidden together, and deleted with subcategories first', async () => {
  const createCategory = async (name: string, parent: string | null = null) =>
    (await send(categoryApi.create, { name, parent })).body.data._id
  const tea = await createCategory('Tea')
  const green = await createCategory('Green', tea)
  await createCategory('Green')
  expect(
    await sendBulk(categoryApi.bulkUpdateStatus, { ids: [tea, green], status: 'hidden' }),
  ).toMatchObject({ done: 2 })
  const rejection = await sendBulk(categoryApi.bulkDelete, { ids: [tea] })
  expect(rejection).toMatchObject({
    done: 0,
    failed: 1,
    results: [{ name: 'Tea', code: 'name_clash' }],
  })
  expect(await sendBulk(categoryApi.bulkDelete, { ids: [tea, green] })).toMatchObject({
    done: 2,
    failed: 0,
  })
  expect((await t.call('owner', categoryApi.getTree)).body.data).toMatchObject([
    { name: 'Green', depth: 1, status: 'visible' },
  ])
})
