import type {
  StorefrontCategory,
  StorefrontSearchFallback,
} from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'
import { hasProducts } from './category-branch.ts'
import { isAvailable, loadSelectedCards } from './product-cards.ts'

const maxCategories = 6
const maxProducts = 8

/** Loads the categories and best sellers that a search without a result shows. */
export async function loadSearchFallback(
  tx: Tx,
  words: readonly string[],
): Promise<StorefrontSearchFallback> {
  const [categories, cards] = await Promise.all([
    selectMatchingCategories(tx, words),
    loadSelectedCards(tx, selectPopularProducts(tx)),
  ])
  return { categories: [...categories], cards }
}

/**
 * Returns the categories whose names contain a word, also one with another ending, or are in one,
 * and after them the categories at the top level.
 */
const selectMatchingCategories = (tx: Tx, words: readonly string[]) => tx<StorefrontCategory[]>`
  with searched as materialized (
    select fold_text(word) as word, fold_text(left(word, greatest(3, length(word) - 2))) as beginning
    from unnest(${[...words]}::text[]) word where length(word) > 2
  ), folded_categories as materialized (
    select id, parent, name, slug, image, position, fold_text(name) as folded
    from category where store_id = current_store()
  )
  select c.name, c.slug, c.image
  from (
    select c.*, exists (
      select from searched s
      where s.beginning <> '' and strpos(c.folded, s.beginning) > 0
        or length(c.name) > 2 and c.folded <> '' and strpos(s.word, c.folded) > 0
    ) as is_near
    from folded_categories c
    -- In this order, only the first categories are checked for products.
    order by is_near desc, position, id
  ) c
  where (c.is_near or c.parent is null) and ${hasProducts(tx)}
  order by c.is_near desc, c.position, c.id limit ${maxCategories}`

/** Selects the best-selling products that can be bought. */
const selectPopularProducts = (tx: Tx) => tx<{ id: string }[]>`
  select p.id
  from product p
  where p.store_id = current_store() and p.status = 'active' and ${isAvailable(tx)}
  order by p.sold_units desc, p.id desc limit ${maxProducts}`
