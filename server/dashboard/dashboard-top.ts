import type { Stats } from '#contract/dashboard.ts'
import type { Tx } from '../lib/db.ts'
import type { Spans } from './dashboard-range.ts'

const shown = 8

/** Everything sold of a kind in these spans, each in one row or several. */
const soldIn = (tx: Tx, kind: 'product' | 'customer', { years, months, days }: Spans) => tx`
  (select item_id, quantity, sales from sales_top where kind = ${kind} and span = 'year' and starts_on = any (${years}::date[])
  union all select item_id, quantity, sales from sales_top where kind = ${kind} and span = 'month' and starts_on = any (${months}::date[])
  union all select item_id, quantity, sales from sales_top where kind = ${kind} and span = 'day' and starts_on = any (${days}::date[]))`

/** The best of a kind. One span alone has them in order already; several are summed. */
function bestOf(tx: Tx, kind: 'product' | 'customer', spans: Spans) {
  const all = [...spans.years.map(day => ['year', day]), ...spans.months.map(day => ['month', day]), ...spans.days.map(day => ['day', day])]
  const [span, startsOn] = all[0] ?? []
  return all.length === 1 && span && startsOn
    ? tx`select item_id, quantity, sales from sales_top where kind = ${kind} and span = ${span} and starts_on = ${startsOn}::date order by sales desc, item_id limit ${shown}`
    : tx`select item_id, sum(quantity) as quantity, sum(sales) as sales from ${soldIn(tx, kind, spans)} t group by item_id order by sales desc, item_id limit ${shown}`
}

/** By the money they brought. A product that was deleted is named as the orders name it. */
export const readTopProducts = (tx: Tx, spans: Spans) => tx<Stats['topProducts']>`
  select b.item_id as "_id", coalesce(p.title, l.title, '') as title, coalesce(p.image, '') as image, b.quantity, b.sales, p.id is not null as exists
  from (${bestOf(tx, 'product', spans)}) b
  left join product p on p.id = b.item_id
  left join lateral (select title from order_line where product_id = b.item_id and p.id is null limit 1) l on true
  where b.quantity > 0 order by b.sales desc, b.item_id`

export const readTopCustomers = (tx: Tx, spans: Spans) => tx<Stats['topCustomers']>`
  select b.item_id as "_id", coalesce(c.name, '') as name, coalesce(c.email, '') as email, b.quantity as orders, b.sales, c.id is not null as exists
  from (${bestOf(tx, 'customer', spans)}) b
  left join customer c on c.id = b.item_id
  where b.quantity > 0 order by b.sales desc, b.item_id`

/** By the categories that the products are in now; one in several counts in each. */
export const readTopCategories = (tx: Tx, spans: Spans) => tx<Stats['topCategories']>`
  select c.id as "_id", c.name, b.quantity, b.sales
  from (
    select pc.category_id, sum(t.quantity) as quantity, sum(t.sales) as sales
    from ${soldIn(tx, 'product', spans)} t join product_category pc on pc.product_id = t.item_id
    group by pc.category_id order by sales desc, pc.category_id limit ${shown}
  ) b join category c on c.id = b.category_id
  where b.quantity > 0 order by b.sales desc, c.id`
