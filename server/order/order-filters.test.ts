import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Order, type OrderRow, orderApi } from '#contract/order/order.ts'
import { OrderListQuery } from '#contract/order/order-filter.ts'
import type { Tx } from '../lib/db/db.ts'
import { runBatch } from '../lib/db/query-batch.ts'
import { createOrderTester } from '../testing/subject/order-testing.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { findOrderConditions, listOrders, readOrders } from './order-list.ts'

let t: TestApp
let tester: ReturnType<typeof createOrderTester>
let first: Order
let second: Order
beforeAll(async () => {
  t = await startTestApp()
  tester = createOrderTester(t)
  const pot = await tester.createProduct({ sku: 'POT-1' })
  const cup = await tester.createProduct({ sku: 'CUP-1' })
  const address = { line1: '1 Mill Lane', city: 'Leeds', postalCode: 'LS1 1AA', country: 'GB' }
  first = await tester.createOrderData({
    lines: [{ variant: pot.variant, quantity: 1 }],
    shippingAddress: address,
    note: 'Call first',
    tags: ['gift'],
  })
  second = await tester.createOrderData({
    lines: [{ variant: cup.variant, quantity: 1 }],
    shippingAddress: { ...address, country: 'IE' },
  })
  await t.inStore(async tx => {
    await tx`
      update "order" set shipping_method = 'Express', payment_method = 'Bank transfer'
      where id = ${first._id}`
    await tx`
      insert into order_discount (order_id, name, code, amount)
      values (${first._id}, 'Spring', 'SPRING10', 0)`
    await tx`insert into fulfillment (order_id, carrier) values (${first._id}, 'DHL')`
    await tx`
      update "order" set cancel_reason = 'fraud', return_progress = 'partially_returned'
      where id = ${first._id}`
  })
})
afterAll(() => t.close())

const listIds = async (query: object) => {
  const { body } = await t.call('owner', orderApi.list, { query: { ...query } })
  return body.data.map((row: OrderRow) => row._id)
}
const matchingFirst: [string, object][] = [
  ['tag', { tag: 'gift' }],
  ['SKU', { sku: 'pot-1' }],
  ['shipping country', { shippingCountry: 'GB' }],
  ['shipping method', { shippingMethod: 'express' }],
  ['payment method', { paymentMethod: 'bank transfer' }],
  ['discount code', { discountCode: 'spring10' }],
  ['note', { hasNote: 'true' }],
  ['carrier', { carrier: 'dhl' }],
  ['reason of the cancellation', { cancelReason: 'fraud' }],
  ['returned units', { returnProgress: 'partially_returned,returned' }],
]

test.each(matchingFirst)('orders are found by their %s', async (_name, query) => {
  expect(await listIds(query)).toEqual([first._id])
  const stranger = await t.call('stranger', orderApi.list, { query: { ...query } })
  expect(stranger.body.data).toEqual([])
})

test('filters of other values find the other orders, and combine', async () => {
  expect(await listIds({ hasNote: 'false' })).toEqual([second._id])
  expect(await listIds({ shippingCountry: 'IE,GB' })).toEqual([second._id, first._id])
  expect(await listIds({ shippingCountry: 'IE', sku: 'POT-1' })).toEqual([])
  expect(await listIds({ sku: 'POT' })).toEqual([])
})

test('a bulk change of all matching orders follows the filters', async () => {
  const draft = { hasNote: true, sku: 'POT-1', shippingCountry: ['GB'] }
  const where = await t.inStore(async tx => {
    const conditions = await findOrderConditions(tx, OrderListQuery.parse(draft), [])
    const condition = conditions.reduce((previous, next) => tx`${previous} and ${next}`)
    return tx<{ id: string }[]>`select o.id from "order" o where ${condition}`
  })
  expect(where.map(({ id }) => id)).toEqual([first._id])
})

test.each(matchingFirst)(
  'the plan of the filter by %s reads one store only',
  async (_name, query) => {
    const plan = await t.inStore(async tx => {
      // Tables of tests are too small for an index.
      await tx`set local enable_seqscan = off`
      const conditions = await findOrderConditions(tx, OrderListQuery.parse(query), [])
      const condition = conditions.reduce((previous, next) => tx`${previous} and ${next}`)
      const rows = await tx`
      explain select o.id from "order" o where ${condition}
      order by o.created_at desc, o.id desc limit 51`
      return rows.map(row => String(row['QUERY PLAN'])).join('\n')
    })
    expect(plan).not.toContain('Seq Scan')
    const scans = plan.split('\n').filter(line => /Index (Only )?Scan|Bitmap Index Scan/.test(line))
    const conditions = plan.split('\n').filter(line => /Index Cond: .*store_id/.test(line))
    expect(conditions.length, plan).toBeGreaterThanOrEqual(scans.length)
  },
)

test('orders are found by their tags of today', async () => {
  const order = await tester.createOrderData({
    lines: [{ variant: (await tester.createProduct({})).variant, quantity: 1 }],
    tags: ['early', 'both', 'both'],
  })
  const find = (tag: string) => listIds({ tag, archived: 'include' })
  expect([await find('early'), await find('both')]).toEqual([[order._id], [order._id]])
  await t.inStore(
    tx =>
      tx`update "order" set tags = '{both,late}', version = version + 1 where id = ${order._id}`,
  )
  expect([await find('early'), await find('both'), await find('late')]).toEqual([
    [],
    [order._id],
    [order._id],
  ])
  await t.inStore(tx => tx`delete from "order" where id = ${order._id}`)
  expect(await t.inStore(tx => tx`select from order_tag where order_id = ${order._id}`)).toEqual([])
})

const indexedFilters: [string, object][] = [
  ['order__source', { source: 'phone' }],
  ['order__shipping_country', { shippingCountry: 'GB' }],
  ['order__shipping_method', { shippingMethod: 'express' }],
  ['order__payment_method', { paymentMethod: 'cash' }],
]
test.each(indexedFilters)('%s is read in the order of the list', async (index, query) => {
  const plan = await t.inStore(async tx => {
    await tx`set local enable_seqscan = off`
    await tx`set local enable_bitmapscan = off`
    await tx`set local enable_sort = off`
    const conditions = await findOrderConditions(tx, OrderListQuery.parse(query), [])
    const condition = conditions.reduce((previous, next) => tx`${previous} and ${next}`)
    const rows = await tx`
      explain select count(*) from (
        select o.id from "order" o where ${condition} order by o.created_at desc, o.id desc
      ) found`
    return rows.map(row => String(row['QUERY PLAN'])).join('\n')
  })
  expect(plan).toContain(`Index Only Scan using ${index}`)
})

test.each([
  ['tag', { tag: 'gift' }, 'force_custom_plan'],
  ['carrier', { carrier: 'dhl' }, 'force_custom_plan'],
  ['source', { source: 'phone' }, 'the default'],
])('the list by %s is planned for its value if needed', async (_name, query, expected) => {
  const request = OrderListQuery.parse(query)
  const reader = { storeId: t.people.owner.storeId, abilities: [] }
  for (const read of [
    (tx: Tx) => runBatch(listOrders(tx, request, reader)),
    (tx: Tx) => readOrders(tx, request, reader),
  ]) {
    const [mode] = await t.inStore(async tx => {
      await read(tx)
      return tx<{ mode: string }[]>`
        select case when setting = reset_val then 'the default' else setting end as mode
        from pg_settings where name = 'plan_cache_mode'`
    })
    expect(mode?.mode).toBe(expected)
  }
})
