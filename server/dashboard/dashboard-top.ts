import type { Stats } from '#contract/dashboard.ts'
import type { Tx } from '../lib/db/db.ts'
import type { Spans } from './dashboard-range.ts'

const maxItems = 8

/**
 * Returns the sales of each product or customer per span, negative for spans to subtract. Each size
 * of span has its own subquery, so that the planner can estimate its rows. Sales are floating point,
 * which is exact for integers up to 2^53 and takes half the time of `numeric` to sum.
 */
function selectSales(tx: Tx, kind: 'product' | 'customer', spans: Spans) {
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
  return subqueries.reduce((all, subquery) => tx`${all} union all ${subquery}`)
}

/** Returns the products or customers with the highest sales in the spans. */
const selectTop = (tx: Tx, kind: 'product' | 'customer', spans: Spans) => tx`
  select item_id, sum(quantity)::integer as quantity, sum(sales) as sales
  from (${selectSales(tx, kind, spans)}) s
  group by item_id having sum(quantity) > 0
  order by sales desc, item_id limit ${maxItems}`

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

/** Returns the products and categories with the highest sales. */
export async function listTopProducts(tx: Tx, spans: Spans): Promise<TopSales> {
  const [topProducts, topCategories] = await Promise.all([
    listProducts(tx, spans),
    listCategories(tx, spans),
  ])
  return { topProducts, topCategories }
}

/** A deleted product has the title of its order lines. */
const listProducts = (tx: Tx, spans: Spans) => tx<Stats['topProducts']>`
  select t.item_id as "_id", coalesce(p.title, l.title, '') as title, coalesce(p.image, '') as image,
    t.quantity, t.sales, p.id is not null as exists
  from (${selectTop(tx, 'product', spans)}) t left join product p on p.id = t.item_id
  left join lateral (
    select title from order_line where product_id = t.item_id and p.id is null limit 1) l on true
  order by t.sales desc, t.item_id`

/**
 * A product in several categories counts in each. The rows are joined before they are summed, which
 * takes half the time of summing each product first. Over a year, reading all category links once is
 * faster than one lookup per row; `offset 0` keeps the planner from the lookups. A year that starts in
 * another month can consist of months only.
 */
function listCategories(tx: Tx, spans: Spans) {
  const hasYear = spans.some(({ span }) => span === 'year')
  const isLong = hasYear || spans.filter(({ span }) => span === 'month').length > 3
  return tx<Stats['topCategories']>`
  select c.id as "_id", c.name, t.quantity, t.sales
  from (
    select pc.category_id, sum(s.quantity)::integer as quantity, sum(s.sales) as sales
    from (${selectSales(tx, 'product', spans)}) s
    join (
      select product_id, category_id from product_category ${isLong ? tx`offset 0` : tx``}
    ) pc on pc.product_id = s.item_id
    group by pc.category_id having sum(s.quantity) > 0
    order by sales desc, pc.category_id limit ${maxItems}
  ) t join category c on c.id = t.category_id
  order by t.sales desc, c.id`
}

export const listTopCustomers = (tx: Tx, spans: Spans) => tx<Stats['topCustomers']>`
  select t.item_id as "_id", coalesce(c.name, '') as name, coalesce(c.email, '') as email,
    t.quantity as orders, t.sales, c.id is not null as exists
  from (${selectTop(tx, 'customer', spans)}) t left join customer c on c.id = t.item_id
  order by t.sales desc, t.item_id`
