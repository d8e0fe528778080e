import type { StorefrontCartLine } from '#contract/storefront/storefront-order.ts'
import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../lib/db/db.ts'
import { selectCompanions } from '../storefront/list/bought-together.ts'
import { isAvailable, loadSelectedCards } from '../storefront/list/product-cards.ts'

const maxSuggestions = 4
const maxCompanions = 12
/** The lines that were added last, whose products are compared with others. */
const maxComparedLines = 20
/** The newest products of each category, among those that were added to it last. */
const candidatesPerCategory = 60

/**
 * Returns products that can be bought and are not in the cart: first those that belong to its products
 * or were often ordered with them, then those that share most categories, then the best sellers.
 */
export const loadCartSuggestions = (
  tx: Tx,
  lines: readonly StorefrontCartLine[],
): Promise<StorefrontCard[]> => loadSelectedCards(tx, selectSuggestions(tx, lines))

function selectSuggestions(tx: Tx, lines: readonly StorefrontCartLine[]) {
  const variants = lines.map(({ variant }) => variant)
  const comparedVariants = variants.slice(-maxComparedLines)
  // Without a line, the list is null and has no companions.
  const compared = tx`(select array_agg(distinct product_id) from own where is_compared)::uuid[]`
  return tx<{ id: string }[]>`
    with own as materialized (
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
      select id, row_number() over (order by position nulls last, order_count desc, id desc) as rank
      from (${selectCompanions(tx, compared, maxCompanions)}) companion
      union all
      select product_id, 1000 + row_number() over (order by category_count desc, product_id desc)
      from related
      union all (
        select n.id, 1000000 + row_number() over (order by n.sold_units desc, n.id desc)
        from product n
        where n.store_id = current_store() and n.status = 'active'
        order by n.sold_units desc, n.id desc limit ${candidatesPerCategory})
    )
    select p.id
    from (select id, min(rank) as rank from suggested group by id) s
    join product p on p.store_id = current_store() and p.id = s.id
    where p.status = 'active' and ${isAvailable(tx)} and p.id not in (select product_id from own)
    order by s.rank
    limit ${maxSuggestions}`
}
