import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { listTopCategories, listTopCustomers, listTopProducts } from './dashboard-top.ts'
import { selectSalesRevision, type TopWindow } from './dashboard-top-sales.ts'
import { packDays } from './rule/pack-sales.ts'
import type { TopKind } from './rule/sales-of-items.ts'
import { addDays } from './rule/sales-spans.ts'

type DayRange = { from: string; to: string }
type ItemSales = { itemId: string; quantity: number; sales: number }

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(async tx => {
    await tx`insert into category (name, slug) select n, n from generate_series(1, 12) n`
    await tx`insert into product (title, slug) select n, n from generate_series(1, 30) n`
    await tx`insert into customer (name) select n from generate_series(1, 30) n`
    await tx`
      insert into product_category (product_id, category_id)
      select p.id, c.id from product p join category c
        on c.name::integer in (p.title::integer % 12 + 1, p.title::integer % 7 + 1)`
  })
})
afterAll(() => t.close())

const today = '2026-03-10'
const day = fc
  .date({ min: new Date('2025-01-20'), max: new Date('2026-03-12'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const order = fc.record({
  day: fc.oneof(day, fc.constant(today)),
  customer: fc.integer({ min: 1, max: 30 }),
  lines: fc.array(
    fc.record({
      product: fc.integer({ min: 1, max: 30 }),
      quantity: fc.integer({ min: 1, max: 4 }),
      // Few prices make equal sums.
      price: fc.constantFrom(0, 100, 200, 1000, 5000),
    }),
    { minLength: 1, maxLength: 4 },
  ),
})
const change = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant('place' as const),
      orders: fc.array(order, { maxLength: 12 }),
    }),
  },
  fc.record({
    action: fc.constantFrom(
      'cancel' as const,
      'return' as const,
      'complete' as const,
      'move' as const,
    ),
    pick: fc.nat(1000),
  }),
  fc.record({
    action: fc.constantFrom('link' as const, 'unlink' as const),
    product: fc.integer({ min: 1, max: 30 }),
    category: fc.integer({ min: 1, max: 12 }),
  }),
  fc.record({ action: fc.constant('sum' as const) }),
  fc.record({ action: fc.constant('pack' as const) }),
)
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never
let orderNumber = 0

async function applyChange(tx: Tx, step: Change): Promise<void> {
  if (step.action === 'place') {
    for (const { day: placedOn, customer, lines } of step.orders) {
      const total = lines.reduce((sum, l) => sum + l.quantity * l.price, 0)
      const [row] = await tx<{ id: string }[]>`
        insert into "order" (number, status, currency, customer_id, subtotal, total, item_count, created_at)
        select ${String(++orderNumber)}, 'pending', 'USD', id, ${total}, ${total}, 1, ${`${placedOn}T12:00:00Z`}
        from customer where name = ${String(customer)} returning id`
      for (const { product, quantity, price } of lines)
        await tx`
          insert into order_line (order_id, product_id, title, quantity, unit_price, total)
          select ${row?.id ?? ''}, id, title, ${quantity}, ${price}, ${quantity * price}
          from product where title = ${String(product)}`
    }
    return
  }
  if (step.action === 'sum') {
    await tx`select sum_sales(20)`
    return
  }
  if (step.action === 'pack') {
    await packDays(tx)
    return
  }
  if ('product' in step) {
    const pair = tx`product p join category c
      on p.title = ${String(step.product)} and c.name = ${String(step.category)}`
    if (step.action === 'link')
      await tx`
        insert into product_category (product_id, category_id)
        select p.id, c.id from ${pair} on conflict do nothing`
    else
      await tx`
        delete from product_category
        where (product_id, category_id) in (select p.id, c.id from ${pair})`
    return
  }
  const picked = tx`(select id from "order" order by id
    offset ${step.pick} % greatest((select count(*) from "order"), 1) limit 1)`
  if (step.action === 'return')
    await tx`update order_line set returned_quantity = quantity where order_id = ${picked}`
  else if (step.action === 'move')
    await tx`update "order" set created_at = ${`${today}T08:00:00Z`} where id = ${picked}`
  else
    await tx`
      update "order" set status = ${step.action === 'cancel' ? 'cancelled' : 'completed'}
      where id = ${picked}`
}

/** Returns the highest sales, calculated without the stored totals. */
async function sumFromOrders(tx: Tx, kind: TopKind, { from, to }: DayRange): Promise<ItemSales[]> {
  const sold = tx`"order" o where o.status not in ('draft', 'cancelled')
    and (o.created_at at time zone 'UTC')::date between ${from}::date and ${to}::date`
  const lines = tx`
    select l.product_id, l.quantity - l.returned_quantity as quantity,
      l.unit_price * (l.quantity - l.returned_quantity) as sales
    from order_line l join (select o.id from ${sold}) o on o.id = l.order_id`
  const rows = {
    product: tx`select product_id as item_id, quantity, sales from (${lines}) l`,
    customer: tx`select customer_id as item_id, 1 as quantity, total as sales from ${sold}`,
    category: tx`
      select category_id as item_id, quantity, sales
      from (${lines}) l join product_category pc on pc.product_id = l.product_id`,
  }[kind]
  return tx<ItemSales[]>`
    select item_id, sum(quantity)::integer as quantity, sum(sales)::float8 as sales
    from (${rows}) r group by item_id having sum(quantity) > 0 order by 3 desc, 1 limit 8`
}

const windowArbitrary = fc
  .tuple(
    fc.constantFrom<TopKind>('product', 'customer', 'category'),
    day,
    fc.oneof(day, fc.constant(today)),
  )
  .map(([kind, a, b]) => {
    const [from = '', to = ''] = [a, b].toSorted()
    return { kind, from, to }
  })

async function loadSalesRevision(tx: Tx): Promise<string> {
  const [row] = await tx<{ revision: string }[]>`select ${selectSalesRevision(tx)} as revision`
  return row?.revision ?? ''
}

/** Returns the top sales of the dashboard. */
async function listTop(tx: Tx, kind: TopKind, window: TopWindow): Promise<ItemSales[]> {
  if (kind === 'customer') {
    const customers = await listTopCustomers(tx, window)
    return customers.map(({ _id, orders, sales }) => ({ itemId: _id, quantity: orders, sales }))
  }
  const rows = await (kind === 'product' ? listTopProducts : listTopCategories)(tx, window)
  return rows.map(({ _id, quantity, sales }) => ({ itemId: _id, quantity, sales }))
}

test('the top sales of any days equal those of the orders after any changes', async () => {
  // The same windows are read again after each change, so that their past days are cached.
  await fc.assert(
    fc.asyncProperty(
      fc.array(windowArbitrary, { minLength: 1, maxLength: 4 }),
      fc.array(fc.array(change, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }),
      fc.constantFrom(9, 15, 500),
      async (windows, transactions, maxPastItems) => {
        for (const steps of transactions) {
          await t.inStore(async tx => {
            for (const step of steps) await applyChange(tx, step)
          })
          for (const { kind, from, to } of windows) {
            const [top, expectedTop] = await t.inStore(async tx => {
              const salesRevision = await loadSalesRevision(tx)
              const window = { from, to, storeId: 'store', today, salesRevision, maxPastItems }
              return [
                await listTop(tx, kind, window),
                await sumFromOrders(tx, kind, { from, to }),
              ] as const
            })
            expect(top).toEqual(expectedTop)
          }
        }
      },
    ),
    { numRuns: 12 },
  )
})

test('requests at the same time have equal sums, also after one that failed', async () => {
  const window = {
    from: '2025-02-01',
    to: '2026-03-09',
    storeId: 'store',
    today,
    salesRevision: 'shared',
  }
  const [expectedTop] = await t.inStore(async tx => [await sumFromOrders(tx, 'product', window)])
  let fail = () => {}
  const hasFailed = new Promise<void>(resolve => {
    fail = resolve
  })
  const failed = t.inStore(async tx => {
    await tx`select 1 / 0`.catch(() => {})
    const top = listTop(tx, 'product', window)
    fail()
    await top
  })
  const others = hasFailed.then(() =>
    Promise.all([1, 2, 3].map(() => t.inStore(tx => listTop(tx, 'product', window)))),
  )
  await expect(failed).rejects.toThrow()
  expect(await others).toEqual([expectedTop, expectedTop, expectedTop])
})

test('the revision changes with past sales and with the categories of sold products only', async () => {
  const changesRevision = async (work: (tx: Tx) => Promise<unknown>) => {
    const before = await t.inStore(loadSalesRevision)
    await t.inStore(work)
    return (await t.inStore(loadSalesRevision)) !== before
  }
  const createOrder = (tx: Tx, placedOn: string) =>
    applyChange(tx, {
      action: 'place',
      orders: [{ day: placedOn, customer: 1, lines: [{ product: 1, quantity: 1, price: 100 }] }],
    })
  const oldest = (tx: Tx) => tx`(select id from "order" order by created_at limit 1)`
  const now = new Date().toISOString().slice(0, 10)
  await t.inStore(tx => applyChange(tx, { action: 'link', product: 1, category: 1 }))
  expect(await changesRevision(tx => createOrder(tx, '2024-05-05'))).toBe(true)
  expect(await changesRevision(tx => createOrder(tx, now))).toBe(false)
  expect(
    await changesRevision(
      tx => tx`update "order" set status = 'completed' where id = ${oldest(tx)}`,
    ),
  ).toBe(false)
  expect(
    await changesRevision(
      tx => tx`update order_line set returned_quantity = 1 where order_id = ${oldest(tx)}`,
    ),
  ).toBe(true)
  expect(
    await changesRevision(
      tx => tx`
      delete from product_category using product p where product_id = p.id and p.title = '1'`,
    ),
  ).toBe(true)
  expect(
    await changesRevision(async tx => {
      await tx`insert into product (title, slug) values ('unsold', 'unsold')`
      await tx`
        insert into product_category (product_id, category_id)
        select p.id, c.id from product p, category c where p.title = 'unsold' and c.name = '1'`
    }),
  ).toBe(false)
})

test('a past product that gets its number by its recent sales is listed once', async () => {
  await t.inStore(async tx => {
    while ((await tx<{ count: number }[]>`select sum_sales(1000) as count`)[0]?.count);
    const [{ now = '' } = {}] = await tx<{ now: string }[]>`select current_date::text as now`
    const [product] = await tx<{ id: string }[]>`
      insert into product (title, slug) values ('31', '31') returning id`
    const place = (placedOn: string) =>
      applyChange(tx, {
        action: 'place',
        orders: [{ day: placedOn, customer: 1, lines: [{ product: 31, quantity: 1, price: 100 }] }],
      })
    await place(now)
    await place(addDays(now, -5))
    const list = async () => {
      const salesRevision = await loadSalesRevision(tx)
      const window = {
        from: addDays(now, -20),
        to: now,
        storeId: 'store',
        today: now,
        salesRevision,
      }
      return (await listTop(tx, 'product', window)).filter(({ itemId }) => itemId === product?.id)
    }
    const expected = [{ itemId: product?.id, quantity: 2, sales: 200 }]
    expect(await list()).toEqual(expected)
    // The changes of customers are summed first, then the recent one of the product.
    await tx`select sum_sales(3)`
    expect(await tx`select kind from sales_change`).toEqual([{ kind: 'product' }])
    expect(await list()).toEqual(expected)
  })
})

test('more units than an integer holds are listed', async () => {
  await t.inStore(async tx => {
    const [item] = await tx<{ itemId: string }[]>`
      with item as (insert into sales_item (kind, number, item_id) values ('product', 1000, new_id()) returning item_id),
      days as (
        insert into stored_sales_top (kind, day, item_number, quantity, sales)
        select 'product', '2020-01-01'::date + n, 1000, 2147483647, 1 from generate_series(1, 2) n
      )
      select item_id from item`
    const window = { from: '2020-01-01', to: '2020-01-31', storeId: 'store', today }
    expect(await listTop(tx, 'product', { ...window, salesRevision: 'many' })).toEqual([
      { itemId: item?.itemId, quantity: 2 * 2147483647, sales: 2 },
    ])
  })
})
