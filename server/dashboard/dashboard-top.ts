import type { Stats } from '#contract/dashboard.ts'
import type { Tx } from '../lib/db.ts'
import type { Spans } from './dashboard-range.ts'

const shown = 8

/**
 * Everything of a kind in these spans, an item a row. Summed as floating point, which is exact for whole numbers up to
 * 2^53 and takes half the time of `numeric`, the sum of `bigint`.
 */
const soldIn = (tx: Tx, kind: 'product' | 'customer', spans: Spans) => tx`
  select t.item_id, sum(t.quantity * s.sign) as quantity, sum(t.sales::float8 * s.sign) as sales
  from unnest(${spans.map(({ span }) => span)}::text[], ${spans.map(({ startsOn }) => startsOn)}::date[], ${spans.map(({ sign }) => sign)}::integer[]) s (span, starts_on, sign)
  join sales_top t on t.kind = ${kind} and t.span = s.span and t.starts_on = s.starts_on
  group by t.item_id`

type Best = { kind: 'product' | 'category'; _id: string; title: string; image: string; quantity: number; sales: number; exists: boolean }

/**
 * By the money they brought, read in one pass: the products (one that was deleted is named as the orders name it) and
 * the categories that the products are in now (one in several counts in each).
 */
export async function readTopProducts(tx: Tx, spans: Spans): Promise<Pick<Stats, 'topProducts' | 'topCategories'>> {
  const best = await tx<Best[]>`
    with sold as materialized (${soldIn(tx, 'product', spans)}),
      products as (select * from sold where quantity > 0 order by sales desc, item_id limit ${shown}),
      categories as (
        select pc.category_id, sum(t.quantity) as quantity, sum(t.sales) as sales from sold t join product_category pc on pc.product_id = t.item_id
        group by pc.category_id having sum(t.quantity) > 0 order by sales desc, pc.category_id limit ${shown})
    select 'product' as kind, b.item_id as "_id", coalesce(p.title, l.title, '') as title, coalesce(p.image, '') as image, b.quantity, b.sales, p.id is not null as exists
    from products b left join product p on p.id = b.item_id
    left join lateral (select title from order_line where product_id = b.item_id and p.id is null limit 1) l on true
    union all
    select 'category', c.id, c.name, c.image, b.quantity, b.sales, true from categories b join category c on c.id = b.category_id
    order by sales desc, "_id"`
  return {
    topProducts: best.filter(({ kind }) => kind === 'product'),
    topCategories: best.filter(({ kind }) => kind === 'category').map(({ title, ...category }) => ({ ...category, name: title })),
  }
}

export const readTopCustomers = (tx: Tx, spans: Spans) => tx<Stats['topCustomers']>`
  select b.item_id as "_id", coalesce(c.name, '') as name, coalesce(c.email, '') as email, b.quantity as orders, b.sales, c.id is not null as exists
  from (select * from (${soldIn(tx, 'customer', spans)}) t where quantity > 0 order by sales desc, item_id limit ${shown}) b
  left join customer c on c.id = b.item_id
  order by b.sales desc, b.item_id`
