import { Id } from '#contract/lib/schemas.ts'
import type { AgentProduct, CatalogLookup } from '#contract/storefront/storefront-agent.ts'
import type { Tx } from '../lib/db/db.ts'
import {
  type AgentProductRow,
  findFeatured,
  selectAgentProducts,
  toAgentProduct,
} from './agent-product.ts'
import type { AgentStore } from './agent-store.ts'

type Input = { id: string; match: 'exact' | 'featured' }

/** Returns products by the ids of products and variants, each with the variants that were meant. */
export async function lookUpCatalog(
  tx: Tx,
  store: AgentStore,
  { ids, filters, context }: CatalogLookup,
): Promise<object> {
  const wantedIds = [...new Set(ids)]
  const rows = await selectAgentProducts(
    tx,
    wantedIds.filter(id => Id.safeParse(id).success),
  )
  const price = !context?.currency || context.currency === store.currency ? filters?.price : {}
  const isInRange = ({ price: { amount } }: AgentProduct['variants'][number]) =>
    amount >= (price?.min ?? 0) && amount <= (price?.max ?? Number.POSITIVE_INFINITY)
  const products = rows
    .map(row => toFoundProduct(row, wantedIds, store))
    .map(product => ({ ...product, variants: product.variants.filter(isInRange) }))
    .filter(({ variants }) => variants.length > 0)
  const foundIds = new Set(rows.flatMap(row => [row.id, ...row.variants.map(({ _id }) => _id)]))
  return {
    products,
    messages: wantedIds
      .filter(id => !foundIds.has(id))
      .map(content => ({ type: 'info', code: 'not_found', content })),
  }
}

function toFoundProduct(
  row: AgentProductRow,
  wantedIds: readonly string[],
  store: AgentStore,
): AgentProduct {
  const featuredId = wantedIds.includes(row.id) ? findFeatured(row.variants)?._id : undefined
  const listInputs = (variantId: string): Input[] => [
    ...(wantedIds.includes(variantId) ? [{ id: variantId, match: 'exact' as const }] : []),
    ...(variantId === featuredId ? [{ id: row.id, match: 'featured' as const }] : []),
  ]
  const product = toAgentProduct(
    row,
    row.variants.filter(({ _id }) => listInputs(_id).length > 0),
    store,
  )
  return {
    ...product,
    variants: product.variants.map(variant => ({ ...variant, inputs: listInputs(variant.id) })),
  }
}
