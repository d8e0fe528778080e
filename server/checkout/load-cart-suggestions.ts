import type { StorefrontCartLine } from '#contract/storefront/storefront-order.ts'
import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../lib/db/db.ts'
import { isAvailable, selectCards } from '../storefront/list/product-cards.ts'

const maxSuggestions = 4
/** The lines that were added last, whose products are compared with others. */
const maxComparedLines = 20
/** The newest products of each category, among those that were added to it last. */
const candidatesPerCategory = 60

/**
 * Returns products of the categories of the lines that can be bought and are not in the cart: those
 * that share most categories first. An empty cart has the newest products.
 */
export async function loadCartSuggestions(
  tx: Tx,
  lines: readonly StorefrontCartLine[],
): Promise<StorefrontCard[]> {
  const variants = lines.map(({ variant }) => variant)
  const comparedVariants = variants.slice(-maxComparedLines)
  return tx<StorefrontCard[]>`
    with own as (
      select v.product_id, v.id = any (${comparedVariants}::uuid[]) as is_compared
      from variant v where v.store_id = current_store() and v.id = any (${variants}::uuid[])
    ), related as materialized (
      select candidate.product_id, count(*) as category_count
      from (
        select distinct pc.category_id
        from product_category pc
        where pc.store_id = current_store()
          and pc.product_id in (select product_id from own where is_compared)
      ) shared
      cross join lateral (
        select pc.product_id from product_category pc
        where pc.store_id = current_store() and pc.category_id = shared.category_id
        order by pc.product_id desc limit ${candidatesPerCategory}
      ) candidate
      group by candidate.product_id
    ), suggested as (
      select product_id, category_count from related
      union all (
        select n.id, 0 from product n
        where n.store_id = current_store() and n.status = 'active' and ${lines.length === 0}
        order by n.created_at desc, n.id desc limit ${candidatesPerCategory})
    )
    select ${selectCards(tx)}
    from suggested s join product p on p.store_id = current_store() and p.id = s.product_id
    where p.status = 'active' and ${isAvailable(tx)} and p.id not in (select product_id from own)
    order by s.category_count desc, p.created_at desc, p.id desc
    limit ${maxSuggestions}`
}
