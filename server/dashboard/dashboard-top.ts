import type { Stats } from '#contract/dashboard.ts'
import type { Tx } from '../lib/db/db.ts'
import type { Spans } from './dashboard-range.ts'

const maxItems = 8

/**
 * Returns the sales per product or customer in the spans. Each size of span has its own subquery,
 * so that the planner can estimate its rows. Sales are summed as floating point, which is exact for
 * integers up to 2^53 and takes half the time of `numeric`.
 */
function sumSales(tx: Tx, kind: 'product' | 'customer', spans: Spans) {
  const subqueries = Object.values(
    Object.groupBy(spans, ({ span, sign }) => `${span} ${sign}`),
  ).flatMap((group = []) =>
    group.slice(0, 1).map(
      ({ span, sign }) => tx`
    select item_id, quantity * ${sign}::integer as quantity,
      sales::float8 * ${sign}::integer as sales
    from sales_top
    where kind = ${kind} and span = ${span}
      and starts_on = any (${group.map(({ startsOn }) => startsOn)}::date[])`,
    ),
  )
  const rows = subqueries.reduce((all, subquery) => tx`${all} union all ${subquery}`)
  return tx`
    select item_id, sum(quantity)::integer as quantity, sum(sales) as sales
    from (${rows}) t group by item_id`
}

type TopSalesRow = {
  kind: 'product' | 'category'
  _id: string
  title: string
  image: string
  quantity: number
  sales: number
  exists: boolean
}

type TopSales = Pick<Stats, 'topProducts' | 'topCategories'>
const cacheMs = 60_000
const topCache = new Map<string, { top: Promise<TopSales>; expiresAt: number }>()

/** Caches the top sales of a long period for a minute, because summing many products is slow. */
export function withTopCache(key: string, loadTop: () => Promise<TopSales>): Promise<TopSales> {
  const entry = topCache.get(key)
  if (entry && entry.expiresAt > performance.now()) return entry.top
  if (topCache.size > 2000) topCache.clear()
  const top = loadTop()
  topCache.set(key, { top, expiresAt: performance.now() + cacheMs })
  top.catch(() => topCache.delete(key))
  return top
}

/**
 * Returns the products and categories with the highest sales. A deleted product has the title of
 * its order lines. A product in several categories counts in each.
 */
export async function listTopProducts(tx: Tx, spans: Spans): Promise<TopSales> {
  // Over a year, reading all category links at once is faster than one lookup per product.
  const hasYearSpan = spans.some(({ span }) => span === 'year')
  const rows = await tx<TopSalesRow[]>`
    with member as ${tx.unsafe(hasYearSpan ? 'materialized' : 'not materialized')} (
        select product_id, category_id from product_category),
      sold as materialized (${sumSales(tx, 'product', spans)}),
      products as (
        select * from sold where quantity > 0 order by sales desc, item_id limit ${maxItems}),
      categories as (
        select pc.category_id, sum(t.quantity) as quantity, sum(t.sales) as sales
        from sold t join member pc on pc.product_id = t.item_id
        group by pc.category_id having sum(t.quantity) > 0
        order by sales desc, pc.category_id limit ${maxItems})
    select 'product' as kind, b.item_id as "_id", coalesce(p.title, l.title, '') as title,
      coalesce(p.image, '') as image, b.quantity, b.sales, p.id is not null as exists
    from products b left join product p on p.id = b.item_id
    left join lateral (
      select title from order_line where product_id = b.item_id and p.id is null limit 1) l on true
    union all
    select 'category', c.id, c.name, c.image, b.quantity, b.sales, true
    from categories b join category c on c.id = b.category_id
    order by sales desc, "_id"`
  return {
    topProducts: rows.filter(({ kind }) => kind === 'product'),
    topCategories: rows
      .filter(({ kind }) => kind === 'category')
      .map(({ title, ...category }) => ({ ...category, name: title })),
  }
}

export const listTopCustomers = (tx: Tx, spans: Spans) => tx<Stats['topCustomers']>`
  select b.item_id as "_id", coalesce(c.name, '') as name, coalesce(c.email, '') as email,
    b.quantity as orders, b.sales, c.id is not null as exists
  from (
    select * from (${sumSales(tx, 'customer', spans)}) t
    where quantity > 0 order by sales desc, item_id limit ${maxItems}
  ) b
  left join customer c on c.id = b.item_id
  order by b.sales desc, b.item_id`
