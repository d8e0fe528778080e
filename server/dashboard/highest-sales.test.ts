import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { listTopProducts } from './dashboard-top.ts'
import { canSelectHighestSales, selectHighestSales } from './highest-sales.ts'

type Range = { from: string; to: string }
type ItemSales = { itemId: string; quantity: number; sales: number }

const timezone = 'America/New_York'
const ranges: Range[] = [
  { from: '2024-01-01', to: '2024-12-31' },
  { from: '2024-05-17', to: '2025-05-16' },
  { from: '2024-03-31', to: '2024-11-03' },
  { from: '2024-11-04', to: '2025-10-01' },
  { from: '2024-02-17', to: '2024-05-16' },
  { from: '2024-02-17', to: '2024-03-15' },
]
let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(async tx => {
    await tx`update store set timezone = ${timezone} where id = current_store()`
    await tx`insert into product (title, slug) select n, n from generate_series(1, 60) n`
    await tx`insert into customer (name) select n from generate_series(1, 60) n`
    // One order each ten hours, at other hours of each day. Products and prices are repeated rarely.
    await tx`
      insert into "order" (number, status, currency, customer_id, subtotal, total, item_count, created_at)
      select n, 'completed', 'USD', c.id, n % 97 * 10, n % 97 * 10, 1,
        '2023-12-30T00:00:00Z'::timestamptz + n * interval '10 hours'
      from generate_series(1, 1700) n join customer c on c.name = (n * n % 59 + 1)::text`
    await tx`
      insert into order_line (order_id, product_id, title, quantity, unit_price, total)
      select o.id, p.id, p.title, 1, o.total, o.total
      from "order" o join product p on p.title = (o.number::integer * o.number::integer % 53 + 1)::text`
    await sumAllSales(tx)
  })
})
afterAll(() => t.close())

async function sumAllSales(tx: Tx) {
  while ((await tx<{ count: number }[]>`select sum_sales(1000) as count`)[0]?.count);
}

/** Returns the items with the highest sales, calculated from the orders. */
const sumFromOrders = (tx: Tx, kind: 'product' | 'customer', { from, to }: Range, limit: number) =>
  tx<ItemSales[]>`
    select ${kind === 'product' ? tx`l.product_id` : tx`o.customer_id`} as item_id,
      sum(l.quantity - l.returned_quantity)::integer as quantity,
      sum((l.quantity * l.unit_price - l.discount) * (l.quantity - l.returned_quantity) / l.quantity)::float8
        as sales
    from "order" o join order_line l on l.order_id = o.id
    where o.status not in ('draft', 'cancelled')
      and (o.created_at at time zone ${timezone})::date between ${from}::date and ${to}::date
    group by 1 having sum(l.quantity - l.returned_quantity) > 0 order by 3 desc, 1 limit ${limit}`

const selectHighest = (
  tx: Tx,
  kind: 'product' | 'customer',
  range: Range,
  options: { limit: number; maxListedItems?: number },
) =>
  tx<ItemSales[]>`
    select * from (${selectHighestSales(tx, kind, range, options)}) t
    where quantity > 0 order by sales desc, item_id limit ${options.limit}`

const listTop = async (tx: Tx, range: Range): Promise<ItemSales[]> => {
  const window = {
    ...range,
    storeId: 'store',
    today: '2030-01-01',
    salesRevision: `${Math.random()}`,
  }
  const products = await listTopProducts(tx, window)
  return products.map(({ _id, quantity, sales }) => ({ itemId: _id, quantity, sales }))
}

test.each(ranges)('finds the highest sales from $from to $to in the time zone', async range => {
  await t.inStore(async tx => {
    for (const kind of ['product', 'customer'] as const)
      for (const limit of [1, 8, 20]) {
        const items = await selectHighest(tx, kind, range, { limit })
        expect(items).toHaveLength(limit)
        expect(items).toEqual(await sumFromOrders(tx, kind, range, limit))
      }
  })
})

test('selects the highest sales or none if the lists of the spans are short', async () => {
  await t.inStore(async tx => {
    const results = new Set<boolean>()
    for (const range of ranges)
      for (const kind of ['product', 'customer'] as const)
        for (const limit of [1, 8, 20, 45]) {
          const items = await selectHighest(tx, kind, range, { limit, maxListedItems: 1 })
          if (items.length > 0) expect(items).toEqual(await sumFromOrders(tx, kind, range, limit))
          results.add(items.length > 0)
        }
    expect([...results].toSorted()).toEqual([false, true])
  })
})

test('adds changes that are not summed yet', async () => {
  await rollBack(async tx => {
    const [best] = await sumFromOrders(tx, 'product', ranges[1] as Range, 1)
    await tx`
      update "order" set status = 'cancelled'
      where id in (select order_id from order_line where product_id = ${best?.itemId ?? ''})`
    await tx`
      update order_line set quantity = 4, total = 4 * unit_price
      where product_id in (select id from product where title in ('2', '5', '10'))`
    for (const range of ranges) {
      const items = await selectHighest(tx, 'product', range, { limit: 8 })
      expect(items).toHaveLength(8)
      expect(items).toEqual(await sumFromOrders(tx, 'product', range, 8))
    }
  })
})

test('selects no rows with negative sums, and the dashboard sums all items', async () => {
  await rollBack(async tx => {
    // The discount is above the price on days around the range only.
    const range = { from: '2024-05-17', to: '2025-05-16' }
    await tx`
      update order_line set discount = 500000
      from "order" o where o.id = order_id and o.created_at < '2024-05-10' and o.number like '%33'`
    await sumAllSales(tx)
    expect(await selectHighest(tx, 'product', range, { limit: 8 })).toEqual([])
    expect(await listTop(tx, range)).toEqual(await sumFromOrders(tx, 'product', range, 8))
  })
})

test('selects no rows if few items were sold, and the dashboard lists them', async () => {
  await rollBack(async tx => {
    const range = { from: '2024-05-17', to: '2025-05-16' }
    await tx`
      update "order" set status = 'cancelled' where id not in (
        select order_id from order_line l join product p on p.id = l.product_id
        where p.title in ('1', '2', '5'))`
    await sumAllSales(tx)
    expect(await selectHighest(tx, 'product', range, { limit: 8 })).toEqual([])
    const expectedItems = await sumFromOrders(tx, 'product', range, 8)
    expect(expectedItems.length).toBeLessThan(8)
    expect(await listTop(tx, range)).toEqual(expectedItems)
  })
})

test.each([
  ['category', '2024-01-01', '2024-12-31', false],
  ['product', '2024-01-01', '2024-12-31', true],
  ['customer', '2024-01-30', '2024-02-13', true],
  ['product', '2024-01-30', '2024-02-12', false],
] as const)('for a %s from %s to %s: %s', (kind, from, to, expected) => {
  expect(canSelectHighestSales(kind, { from, to })).toBe(expected)
})

/** Runs the callback in a transaction of the store and rolls it back. */
async function rollBack(work: (tx: Tx) => Promise<void>) {
  const isRolledBack = new Error('rolled back')
  const transaction = t.inStore(async tx => {
    await work(tx)
    throw isRolledBack
  })
  await expect(transaction).rejects.toBe(isRolledBack)
}
