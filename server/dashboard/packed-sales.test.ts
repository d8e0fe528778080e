import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { listTopCustomers, listTopProducts } from './dashboard-top.ts'
import { addList, addPackedSums, packSums, selectHighest, withItemSums } from './rule/item-sums.ts'
import { packDays, packSales } from './rule/pack-sales.ts'
import { listSpansToRead } from './rule/packed-spans.ts'
import { sumRange, type TopKind } from './rule/sales-of-items.ts'

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
    // An order every ten hours, at different hours of each day. Products and prices are rarely repeated.
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
    await packAllSales(tx)
  })
})
afterAll(() => t.close())

async function sumAllSales(tx: Tx) {
  while ((await tx<{ count: number }[]>`select sum_sales(1000) as count`)[0]?.count);
}

async function packAllSales(tx: Tx) {
  while (await packDays(tx));
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

const kinds = ['product', 'customer'] as const satisfies TopKind[]

async function listTop(tx: Tx, kind: (typeof kinds)[number], range: Range): Promise<ItemSales[]> {
  const window = {
    ...range,
    storeId: 'store',
    today: '2030-01-01',
    salesRevision: `${Math.random()}`,
  }
  if (kind === 'product')
    return (await listTopProducts(tx, window)).map(({ _id, quantity, sales }) => ({
      itemId: _id,
      quantity,
      sales,
    }))
  return (await listTopCustomers(tx, window)).map(({ _id, orders, sales }) => ({
    itemId: _id,
    quantity: orders,
    sales,
  }))
}

async function expectTopOfOrders(tx: Tx, checkedKinds: readonly (typeof kinds)[number][] = kinds) {
  for (const kind of checkedKinds)
    for (const range of ranges) {
      const items = await listTop(tx, kind, range)
      expect(items).toHaveLength(8)
      expect(items).toEqual(await sumFromOrders(tx, kind, range, 8))
    }
}

test.each(ranges)('finds the highest packed sales from $from to $to', async range => {
  await t.inStore(async tx => {
    expect(await tx`select from stored_sales_top`).toEqual([])
    for (const kind of kinds) {
      const items = await listTop(tx, kind, range)
      expect(items).toHaveLength(8)
      expect(items).toEqual(await sumFromOrders(tx, kind, range, 8))
    }
  })
})

test('adds late changes, before and after they are summed and packed', async () => {
  await rollBack(async tx => {
    const [best] = await sumFromOrders(tx, 'product', ranges[1] as Range, 1)
    await tx`
      update "order" set status = 'cancelled'
      where id in (select order_id from order_line where product_id = ${best?.itemId ?? ''})`
    await tx`
      update order_line set quantity = 4, total = 4 * unit_price
      where product_id in (select id from product where title in ('2', '5', '10'))`
    await expectTopOfOrders(tx, ['product'])
    await sumAllSales(tx)
    await expectTopOfOrders(tx, ['product'])
    await packAllSales(tx)
    await expectTopOfOrders(tx, ['product'])
    expect(await tx`select from stored_sales_top`).toEqual([])
  })
})

test('packs the sums of a store again after they are rebuilt', async () => {
  await rollBack(async tx => {
    await tx`select rebuild_sales(current_store())`
    await expectTopOfOrders(tx)
    await packAllSales(tx)
    await expectTopOfOrders(tx)
  })
})

test('keeps packed sums until they change', async () => {
  await rollBack(async tx => {
    const query = { kind: 'customer', range: { from: '2024-01-01', to: '2024-12-31' } } as const
    const countOrders = (storeId?: string) =>
      sumRange(tx, { ...query, ...(storeId && { storeId }) }, ({ sums }) =>
        sums.quantities.reduce((sum, quantity) => sum + quantity, 0),
      )
    const count = await countOrders('store of revisions')
    expect(count).toBeGreaterThan(0)
    const spans = listSpansToRead(query.range, 'store of revisions customer')
    expect(spans.filter(({ cached }) => cached).length).toBeGreaterThan(0)
    expect(await countOrders('store of revisions')).toBe(count)
    await tx`update packed_sales set entries = ''`
    expect(await countOrders('store of revisions')).toBe(0)
  })
})

test('requests read the same sums while the job packs the sales', async () => {
  const range = { from: '2024-01-01', to: '2030-01-01' }
  const countOrders = async (tx: Tx) => {
    return sumRange(tx, { kind: 'customer', range }, ({ sums }) =>
      sums.quantities.reduce((sum, quantity) => sum + quantity, 0),
    )
  }
  const [expected] = await t.inStore(async tx => [await countOrders(tx)])
  await t.inStore(tx => tx`select rebuild_sales(current_store())`)
  let isPacked = false
  const packing = packSales(t.app, { minRows: 1 }).finally(() => {
    isPacked = true
  })
  do expect(await t.inStore(countOrders)).toBe(expected)
  while (!isPacked)
  await packing
  await t.inStore(async tx => {
    expect(await tx`select from stored_sales_top`).toEqual([])
    expect(await countOrders(tx)).toBe(expected)
    await expectTopOfOrders(tx)
  })
})

test('packs only sales before yesterday, and only of stores with enough of them', async () => {
  await rollBack(async tx => {
    await tx`
      insert into sales_item (kind, number, item_id) values ('product', 900, new_id())`
    const countRows = async () => (await tx`select from stored_sales_top`).length
    await tx`
      insert into stored_sales_top (kind, day, item_number, quantity)
      select 'product', (now() at time zone ${timezone})::date - n, 900, 1 from generate_series(0, 4) n`
    expect(await tx`select list_stores_to_pack(6)`).toEqual([])
    expect(await tx`select list_stores_to_pack(1)`).toHaveLength(1)
    await packAllSales(tx)
    expect(await countRows()).toBe(2)
    expect(await tx`select list_stores_to_pack(1)`).toEqual([])
  })
})

const toList = (items: readonly (readonly [number, number, number])[]) => ({
  numbers: items.map(([number]) => number),
  quantities: items.map(([, quantity]) => quantity),
  sales: items.map(([, , sales]) => sales),
})

test('adding packed sums returns the sums that were packed', () => {
  const number = fc.integer({ min: 1, max: 3000 })
  const quantity = fc.integer({ min: -9, max: 9 })
  const sales = fc.integer({ min: -(2 ** 52), max: 2 ** 52 })
  const items = fc.uniqueArray(fc.tuple(number, quantity, sales), { selector: ([index]) => index })
  fc.assert(
    fc.property(items, sums => {
      const packed = withItemSums(3000, used => {
        addList(used, toList(sums))
        return packSums(used)
      })
      withItemSums(3000, used => {
        addPackedSums(used, Buffer.from(packed, 'base64'), 1)
        for (const [index, count, amount] of sums) {
          expect(used.quantities[index]).toBe(count)
          expect(used.sales[index]).toBe(amount)
        }
        expect(used.count).toBeLessThanOrEqual(sums.length)
        addPackedSums(used, Buffer.from(packed, 'base64'), -1)
        expect(used.sales.every(amount => amount === 0)).toBe(true)
      })
      withItemSums(3000, used => expect(used).toMatchObject({ count: 0 }))
    }),
  )
})

test('selects the items with the highest sales of any sums', () => {
  const sums = fc.array(fc.integer({ min: -5, max: 300 }), { minLength: 1, maxLength: 900 })
  fc.assert(
    fc.property(sums, fc.integer({ min: 1, max: 40 }), (sales, limit) => {
      const items = sales.map((amount, index) => [index + 1, index % 7, amount] as const)
      const expected = items
        .filter(([, quantity]) => quantity > 0)
        .toSorted((a, b) => b[2] - a[2] || a[0] - b[0])
      const highest = withItemSums(sales.length, used => {
        addList(used, toList(items))
        return selectHighest(used, limit)
      })
      expect(highest.items).toEqual(toList(expected.slice(0, limit)))
      expect(highest.isComplete).toBe(expected.length <= limit)
    }),
  )
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
