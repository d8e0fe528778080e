import type { Stats } from '#contract/staff/dashboard.ts'
import type { Tx } from '../lib/db/db.ts'
import { listTopSales, type TopWindow } from './dashboard-top-sales.ts'

/** A deleted product has the title of its order lines. */
export const listTopProducts = (tx: Tx, window: TopWindow) =>
  listTopSales(
    tx,
    'product',
    window,
    top => tx<Stats['topProducts']>`
      select t.item_id as "_id", coalesce(p.title, l.title, '') as title,
        coalesce(p.image, '') as image, t.quantity, t.sales, p.id is not null as exists
      from (${top}) t left join product p on p.id = t.item_id
      left join lateral (
        select title from order_line where product_id = t.item_id and p.id is null limit 1) l on true
      order by t.sales desc, t.item_id`,
  )

export const listTopCategories = (tx: Tx, window: TopWindow) =>
  listTopSales(
    tx,
    'category',
    window,
    top => tx<Stats['topCategories']>`
      select c.id as "_id", c.name, t.quantity, t.sales
      from (${top}) t join category c on c.id = t.item_id
      order by t.sales desc, c.id`,
  )

export const listTopCustomers = (tx: Tx, window: TopWindow) =>
  listTopSales(
    tx,
    'customer',
    window,
    top => tx<Stats['topCustomers']>`
      select t.item_id as "_id", coalesce(c.name, '') as name, coalesce(c.email, '') as email,
        t.quantity as orders, t.sales, c.id is not null as exists
      from (${top}) t left join customer c on c.id = t.item_id
      order by t.sales desc, t.item_id`,
  )
