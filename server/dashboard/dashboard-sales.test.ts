import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Tx } from '../lib/db/db.ts'
import { startTestApp, type TestApp } from '../testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
  await t.inStore(
    tx => tx`insert into category (name, slug) select n, n from generate_series(1, 3) n`,
  )
})
// Some tests delete products.
beforeEach(() =>
  t.inStore(async tx => {
    for (const index of [1, 2, 3, 4])
      await tx`insert into product (id, title, slug)
        values (${getProductId(index)}, ${String(index)}, ${String(index)})
        on conflict do nothing`
  }),
)
afterAll(() => t.close())

const statuses = [
  'draft',
  'pending',
  'confirmed',
  'shipped',
  'completed',
  'cancelled',
  'returned',
] as const
const zones = ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Apia', 'Europe/Berlin'] as const
const getProductId = (index: number) => `00000000-0000-7000-8000-00000000000${index}`

/** Returns the totals of the orders, calculated without the stored totals. */
async function sumFromOrders(tx: Tx) {
  const [{ timezone = '' } = {}] = await tx<
    { timezone: string }[]
  >`select timezone from store where id = current_store()`
  const o = tx`(
    select *, created_at at time zone ${timezone} as local,
      status not in ('draft', 'cancelled') as sold
    from "order") o`
  // The shipping price of a store whose prices include tax contains the tax of the shipping. The refund of
  // an overpayment reduces no sales.
  // Refunds that name no parts reduce all of them equally, and unsold units have the average tax of items.
  const items = tx`(total - shipping_total - tax_total + case when tax_included then shipping_tax else 0 end)`
  const paidItems = tx`(total - shipping_total - case when tax_included then 0 else shipping_tax end)`
  const net = tx`greatest(
    ${items} - coalesce(round((refunded_total - refunded_overpayment)::numeric * ${items}
      / nullif(total, 0)), 0)
    - coalesce(round(unsold_total::numeric * ${items} / nullif(${paidItems}, 0)), 0), 0)`
  return {
    days: await tx`
      select local::date::text as day, status, count(*)::integer as orders,
        sum(item_count) as units, sum(subtotal) as subtotal, sum(discount_total) as discounts,
        sum(shipping_total) as shipping, sum(tax_total) as tax,
        sum(total - greatest(total - refunded_total + refunded_overpayment - unsold_total, 0)) as refunds,
        sum(total) as total,
        sum(${net}) as net
      from ${o} group by 1, 2 order by 1, 2`,
    products: await tx`
      select local::date::text as day, product_id as item_id,
        sum(quantity - returned_quantity - removed_quantity) as quantity,
        sum((quantity * unit_price - discount) * (quantity - returned_quantity - removed_quantity) / quantity) as sales
      from order_line l join ${o} on o.id = l.order_id
      where sold and product_id is not null group by 1, 2
      having sum(quantity - returned_quantity - removed_quantity) <> 0 order by 1, 2`,
    categories: await tx`
      select local::date::text as day, category_id as item_id,
        sum(quantity - returned_quantity - removed_quantity) as quantity,
        sum((quantity * unit_price - discount) * (quantity - returned_quantity - removed_quantity) / quantity) as sales
      from order_line l join ${o} on o.id = l.order_id
      join product_category pc on pc.product_id = l.product_id
      where sold group by 1, 2
      having sum(quantity - returned_quantity - removed_quantity) <> 0 order by 1, 2`,
    customers: await tx`
      select local::date::text as day, customer_id as item_id, count(*) as quantity,
        sum(${net}) as sales
      from ${o} where sold and customer_id is not null group by 1, 2 order by 1, 2`,
    tally: await tx`
      select status, payment_status, fulfillment_status, count(*)::integer as orders
      from "order" group by 1, 2, 3 order by 1, 2, 3`,
  }
}

/** Returns the totals of the views, which add the sales changes that are not stored yet. */
async function loadFromSums(tx: Tx) {
  const top = (kind: string) =>
    tx`
      select day::text, item_id, sum(quantity) as quantity, sum(sales) as sales
      from (
        select t.kind, t.day, i.item_id, t.quantity, t.sales
        from stored_sales_top t join sales_item i on i.kind = t.kind and i.number = t.item_number
        union all
        select kind, day, item_id, quantity, sales from pending_sales_top
      ) s
      where kind = ${kind} group by 1, 2 having sum(quantity) <> 0 order by 1, 2`
  return {
    days: await tx`
      select day::text, status, sum(orders)::integer as orders, sum(units) as units,
        sum(subtotal) as subtotal, sum(discounts) as discounts, sum(shipping) as shipping,
        sum(tax) as tax, sum(refunds) as refunds, sum(total) as total, sum(net) as net
      from sales_day group by 1, 2 having sum(orders) <> 0 order by 1, 2`,
    products: await top('product'),
    categories: await top('category'),
    customers: await top('customer'),
    tally: await tx`
      select status, payment_status, fulfillment_status, sum(orders)::integer as orders
      from order_tally group by 1, 2, 3 having sum(orders) <> 0 order by 1, 2, 3`,
  }
}

/** Adds all sales changes to the stored totals, so that the views read nothing else. */
async function sumAllSales(tx: Tx) {
  await tx`select sum_sales(100000)`
  expect(await tx`select id from sales_change`).toEqual([])
}

const money = fc.integer({ min: 0, max: 5000 })
const line = fc.record({
  product: fc.integer({ min: 0, max: 4 }),
  quantity: fc.integer({ min: 1, max: 9 }),
  price: money,
})
const pick = fc.nat(1000)
const stepArbitrary = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      action: fc.constant('place' as const),
      at: fc.date({
        min: new Date('2025-11-01'),
        max: new Date('2026-02-28'),
        noInvalidDate: true,
      }),
      status: fc.constantFrom(...statuses),
      lines: fc.array(line, { maxLength: 4 }),
      shipping: money,
      customer: fc.boolean(),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constant('move' as const),
      pick,
      status: fc.constantFrom(...statuses),
      refund: fc.boolean(),
    }),
  },
  fc.record({ action: fc.constant('return' as const), pick }),
  fc.record({ action: fc.constant('overpay' as const), pick }),
  fc.record({
    action: fc.constant('redate' as const),
    pick,
    at: fc.date({ min: new Date('2025-11-01'), max: new Date('2026-02-28'), noInvalidDate: true }),
  }),
  fc.record({ action: fc.constant('delete' as const), pick }),
  {
    weight: 3,
    arbitrary: fc.record({
      action: fc.constantFrom('link' as const, 'unlink' as const),
      product: fc.integer({ min: 1, max: 4 }),
      category: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ action: fc.constant('moveStore' as const), zone: fc.constantFrom(...zones) }),
  fc.record({ action: fc.constant('fail' as const), pick }),
  fc.record({ action: fc.constant('sum' as const), changes: fc.integer({ min: 1, max: 20 }) }),
)
type SalesStep = typeof stepArbitrary extends fc.Arbitrary<infer S> ? S : never

const selectNthOrder = (tx: Tx, orderIndex: number) =>
  tx`(select id from "order" order by id
    offset ${orderIndex} % greatest((select count(*) from "order"), 1) limit 1)`

async function applyStep(tx: Tx, step: SalesStep, number: number): Promise<void> {
  switch (step.action) {
    case 'place': {
      const subtotal = step.lines.reduce((sum, l) => sum + l.quantity * l.price, 0)
      const shippingTax = Math.floor(step.shipping / 6)
      const [customer] = step.customer
        ? await tx`insert into customer (name) values ('Ada') returning id`
        : []
      const [order] = await tx`insert into "order" (number, status, currency, customer_id, subtotal,
          shipping_total, shipping_tax, tax_total, tax_included, total, item_count, created_at)
        values (${String(number)}, ${step.status}, 'USD', ${customer?.['id'] ?? null}, ${subtotal},
          ${step.shipping}, ${shippingTax}, ${shippingTax}, true, ${subtotal + step.shipping}, ${step.lines.length},
          ${step.at.toISOString()})
        returning id`
      for (const l of step.lines) {
        await tx`insert into order_line (order_id, product_id, title, quantity, unit_price, total)
          values (${order?.['id']}, ${l.product ? getProductId(l.product) : null}, 'Teapot',
            ${l.quantity}, ${l.price}, ${l.quantity * l.price})`
      }
      return
    }
    case 'move':
      await tx`
        update "order" set status = ${step.status}, paid_total = total,
          refunded_total = ${step.refund ? tx`total / 2` : tx`0`},
          refunded_overpayment = ${step.refund ? tx`total / 8` : tx`0`},
          unsold_total = ${step.refund ? tx`total / 5` : tx`0`},
          payment_status = ${step.refund ? 'partially_refunded' : 'paid'}
        where id = ${selectNthOrder(tx, step.pick)}`
      return
    case 'return':
      await tx`
        update order_line set returned_quantity = quantity / 2, removed_quantity = quantity / 3
        where order_id = ${selectNthOrder(tx, step.pick)}`
      return
    case 'overpay':
      await tx`
        update "order" set paid_total = paid_total + total / 3
        where id = ${selectNthOrder(tx, step.pick)}`
      return
    case 'redate':
      await tx`
        update "order" set created_at = ${step.at.toISOString()}
        where id = ${selectNthOrder(tx, step.pick)}`
      return
    case 'delete':
      await tx`delete from "order" where id = ${selectNthOrder(tx, step.pick)}`
      return
    case 'link':
      await tx`
        insert into product_category (product_id, category_id)
        select ${getProductId(step.product)}, id from category where name = ${String(step.category)}
        on conflict do nothing`
      return
    case 'unlink':
      await tx`
        delete from product_category pc using category c
        where pc.category_id = c.id and c.name = ${String(step.category)}
          and pc.product_id = ${getProductId(step.product)}`
      return
    case 'moveStore':
      await tx`update store set timezone = ${step.zone} where id = current_store()`
      await tx`select rebuild_sales(current_store())`
      return
    case 'sum':
      await tx`select sum_sales(${step.changes})`
      return
    case 'fail':
      await tx`update "order" set status = 'cancelled' where id = ${selectNthOrder(tx, step.pick)}`
      throw new Error('rolled back')
  }
}

test('the totals equal those of the orders after any changes, summed or not', async () => {
  let number = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(stepArbitrary, { minLength: 1, maxLength: 4 }), {
        minLength: 1,
        maxLength: 12,
      }),
      async transactions => {
        for (const steps of transactions) {
          await t
            .inStore(async tx => {
              for (const step of steps) await applyStep(tx, step, ++number)
            })
            .catch(error => {
              if (error.message !== 'rolled back') throw error
            })
        }
        const [storedSums, expectedSums] = await t.inStore(
          async tx => [await loadFromSums(tx), await sumFromOrders(tx)] as const,
        )
        expect(storedSums).toEqual(expectedSums)
        await t.inStore(sumAllSales)
        expect(await t.inStore(loadFromSums)).toEqual(expectedSums)
        await t.inStore(tx => tx`select rebuild_sales(current_store())`)
        expect(await t.inStore(loadFromSums)).toEqual(expectedSums)
      },
    ),
    { numRuns: 25 },
  )
})

/** Returns a step of a busy store: mostly orders, and a summation, a change of categories or a time zone. */
function chooseStep(index: number): SalesStep {
  if (index % 5 === 3) return { action: 'sum', changes: 10 }
  if (index % 20 === 7) return { action: 'moveStore', zone: zones[Math.ceil(index / 20)] ?? 'UTC' }
  if (index % 5 === 1)
    return {
      action: index % 3 === 0 ? 'unlink' : 'link',
      product: 1 + (index % 4),
      category: 1 + (index % 3),
    }
  return {
    action: 'place',
    at: new Date('2026-01-15T23:30:00Z'),
    status: 'pending',
    shipping: 0,
    customer: true,
    lines: [
      { product: 1 + (index % 4), quantity: 1, price: 100 },
      { product: 1 + ((index + 1) % 4), quantity: 1, price: 100 },
    ],
  }
}

test('the totals include orders during summations and changes of categories and of the time zone', async () => {
  await Promise.all(
    Array.from({ length: 90 }, (_, index) =>
      t.inStore(tx => applyStep(tx, chooseStep(index), 100_000 + index)),
    ),
  )
  const expectExactSums = async () => {
    const [storedSums, expectedSums] = await t.inStore(
      async tx => [await loadFromSums(tx), await sumFromOrders(tx)] as const,
    )
    expect(storedSums).toEqual(expectedSums)
    await t.inStore(sumAllSales)
    expect(await t.inStore(loadFromSums)).toEqual(expectedSums)
    return expectedSums.categories.length
  }
  expect(await expectExactSums()).toBeGreaterThan(3)
  await t.inStore(async tx => {
    await tx`delete from category where name = '2'`
    await tx`delete from product where title = '2'`
  })
  await expectExactSums()
})

test('a summation does not miss the categories of a transaction that has not committed', async () => {
  const product = 3
  const day = { at: new Date('2026-02-01T12:00:00Z'), status: 'pending', shipping: 0 } as const
  const lines = [{ product, quantity: 2, price: 700 }]
  await t.inStore(async tx => {
    await applyStep(tx, { action: 'unlink', product, category: 3 }, 0)
    await applyStep(tx, { action: 'place', ...day, customer: false, lines }, 200_000)
  })
  await t.inStore(async tx => {
    await applyStep(tx, { action: 'link', product, category: 3 }, 0)
    await t.inStore(otherTx => otherTx`select sum_sales(100000)`)
  })
  const [storedSums, expectedSums] = await t.inStore(
    async tx => [await loadFromSums(tx), await sumFromOrders(tx)] as const,
  )
  expect(storedSums.categories).toEqual(expectedSums.categories)
})

test('changes of deleted orders count for the categories of their products', async () => {
  const product = 4
  const day = { at: new Date('2026-02-03T12:00:00Z'), status: 'pending', shipping: 0 } as const
  const lines = [{ product, quantity: 2, price: 700 }]
  await t.inStore(async tx => {
    await tx`delete from "order"`
    await applyStep(tx, { action: 'unlink', product, category: 3 }, 0)
    await applyStep(tx, { action: 'place', ...day, customer: false, lines }, 300_000)
    await sumAllSales(tx)
    await tx`delete from "order"`
    await applyStep(tx, { action: 'link', product, category: 3 }, 0)
    expect((await loadFromSums(tx)).categories).toEqual([])
  })
})
