import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { selectCards } from './product-cards.ts'

/** Returns the visible products that were often ordered together with some products. */
export const selectBoughtTogether = async (
  tx: Tx,
  products: readonly string[],
  count: number,
): Promise<StorefrontCard[]> =>
  count === 0 || products.length === 0
    ? []
    : tx<StorefrontCard[]>`
        select ${selectCards(tx)}
        from list_bought_together(${products}::uuid[], ${3 * count}::integer) bought
        join product p on p.store_id = current_store() and p.id = bought.product_id
          and p.status = 'active'
        order by bought.order_count desc, p.id desc limit ${count}`
