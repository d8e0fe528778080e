import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectCards } from './product-cards.ts'

/**
 * Returns the visible products that the seller has chosen for some products, and after them those
 * that were often ordered together with them.
 */
export const selectBoughtTogether = async (
  tx: Tx,
  products: readonly string[],
  count: number,
): Promise<StorefrontCard[]> =>
  count === 0 || products.length === 0
    ? []
    : tx<StorefrontCard[]>`
        with chosen as materialized (
          select companion.id, min(companion.position) as position
          from product own cross join unnest(own.companions) with ordinality companion (id, position)
          where own.store_id = current_store() and own.id = any (${products}::uuid[])
          group by companion.id
        ), candidate as (
          select id, position, 0 as order_count from chosen
          union all
          select product_id, null, order_count
          from list_bought_together(${products}::uuid[], ${3 * count}::integer)
          where product_id not in (select id from chosen)
        )
        select ${selectCards(tx)}
        from candidate
        join product p on p.store_id = current_store() and p.id = candidate.id and p.status = 'active'
        where p.id <> all (${products}::uuid[])
        order by candidate.position nulls last, candidate.order_count desc, p.id desc
        limit ${count}`
