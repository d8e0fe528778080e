import type {
  AgentFilters,
  AgentMessage,
  CatalogSearch,
} from '#contract/storefront/storefront-agent.ts'
import type { SqlFragment } from '../lib/call/list.ts'
import type { Tx } from '../lib/db/db.ts'
import { searchProducts } from '../storefront/list/match-search.ts'
import { findFeatured, selectAgentProducts, toAgentProduct } from './agent-product.ts'
import type { AgentStore } from './agent-store.ts'

const defaultLimit = 10
const maxLimit = 50
/** The same limit as in the store's product lists. */
const maxOffset = 2000
const maxVariants = 20

/** Searches the published products. */
export async function searchCatalog(
  tx: Tx,
  store: AgentStore,
  { query = '', filters = {}, context, pagination }: CatalogSearch,
): Promise<object> {
  const limit = Math.min(pagination?.limit ?? defaultLimit, maxLimit)
  const offset = Math.min(Number(/^\d{1,4}$/.exec(pagination?.cursor ?? '')?.[0] ?? 0), maxOffset)
  const isPriceUsed = !context?.currency || context.currency === store.currency
  const { conditions, leadingSort } = query.trim()
    ? await searchProducts(tx, query.trim())
    : { conditions: [], leadingSort: tx`` }
  const all = [...conditions, ...getFilters(tx, filters, isPriceUsed)]
  const matches = await tx<{ id: string }[]>`
    select p.id from product p
    where ${all.reduce(
      (both, condition) => tx`${both} and ${condition}`,
      tx`p.store_id = current_store() and p.status = 'active'`,
    )}
    order by ${leadingSort} p.created_at desc, p.id desc limit ${limit + 1} offset ${offset}`
  const ids = matches.slice(0, limit).map(({ id }) => id)
  const rows = await selectAgentProducts(tx, ids)
  const hasNextPage = matches.length > limit && offset + limit <= maxOffset
  return {
    products: ids
      .flatMap(id => rows.find(row => row.id === id) ?? [])
      .map(row => {
        const featuredVariant = findFeatured(row.variants)
        const others = row.variants.filter(variant => variant !== featuredVariant)
        return toAgentProduct(
          row,
          [...(featuredVariant ? [featuredVariant] : []), ...others].slice(0, maxVariants),
          store,
        )
      }),
    pagination: {
      has_next_page: hasNextPage,
      ...(hasNextPage && { cursor: String(offset + limit) }),
    },
    ...(filters.price && !isPriceUsed && { messages: [getCurrencyMessage(store)] }),
  }
}

const getCurrencyMessage = ({ currency }: AgentStore): AgentMessage => ({
  type: 'info',
  code: 'price_filter_ignored',
  content: `Prices are in ${currency}, so the price filter was ignored.`,
})

/** Returns conditions on products `p`. */
function getFilters(
  tx: Tx,
  { categories = [], price }: AgentFilters,
  isPriceUsed: boolean,
): SqlFragment[] {
  const names = categories.map(name => name.toLowerCase())
  const hasName = tx`(
    lower(c.name) = any (${names}) or c.slug = any (${names})
    or lower(above.name) = any (${names}) or above.slug = any (${names}))`
  return [
    ...(names.length > 0
      ? [
          tx`exists (
            select from product_category pc
            join category c on c.store_id = pc.store_id and c.id = pc.category_id
            left join category above on above.store_id = c.store_id and above.id = c.parent
            where pc.store_id = p.store_id and pc.product_id = p.id and ${hasName})`,
        ]
      : []),
    ...(price && isPriceUsed
      ? [
          tx`exists (
            select from variant v where v.store_id = p.store_id and v.product_id = p.id
              and v.price between ${price.min ?? 0} and ${price.max ?? Number.MAX_SAFE_INTEGER})`,
        ]
      : []),
  ]
}
