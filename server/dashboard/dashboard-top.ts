import type { Stats } from '#contract/dashboard.ts'
import type { Tx } from '../lib/db/db.ts'
import {
  listTopSales,
  loadPastSales,
  type PastSales,
  type TopWindow,
} from './dashboard-top-sales.ts'

type TopInput = { window: TopWindow; pastSales: PastSales }

/** The past sums of categories are read with those of products. */
export async function listTopProductsAndCategories(
  tx: Tx,
  window: TopWindow,
): Promise<Pick<Stats, 'topProducts' | 'topCategories'>> {
  const pastSales = await loadPastSales(tx, 'product', window)
  const [topProducts, topCategories] = await Promise.all([
    listTopProducts(tx, { window, pastSales }),
    listTopCategories(tx, { window, pastSales }),
  ])
  return { topProducts, topCategories }
}

/** A deleted product has the title of its order lines. */
const listTopProducts = (tx: Tx, input: TopInput) =>
  listTopSales(
    tx,
    'product',
    input,
    top => tx<Stats['topProducts']>`
      select t.item_id as "_id", coalesce(p.title, l.title, '') as title,
        coalesce(p.image, '') as image, t.quantity, t.sales, p.id is not null as exists
      from (${top}) t left join product p on p.id = t.item_id
      left join lateral (
        select title from order_line where product_id = t.item_id and p.id is null limit 1) l on true
      order by t.sales desc, t.item_id`,
  )

const listTopCategories = (tx: Tx, input: TopInput) =>
  listTopSales(
    tx,
    'category',
    input,
    top => tx<Stats['topCategories']>`
      select c.id as "_id", c.name, t.quantity, t.sales
      from (${top}) t join category c on c.id = t.item_id
      order by t.sales desc, c.id`,
  )

export async function listTopCustomers(tx: Tx, window: TopWindow): Promise<Stats['topCustomers']> {
  const pastSales = await loadPastSales(tx, 'customer', window)
  return listTopSales(
    tx,
    'customer',
    { window, pastSales },
    top => tx<Stats['topCustomers']>`
      select t.item_id as "_id", coalesce(c.name, '') as name, coalesce(c.email, '') as email,
        t.quantity as orders, t.sales, c.id is not null as exists
      from (${top}) t left join customer c on c.id = t.item_id
      order by t.sales desc, t.item_id`,
  )
}
