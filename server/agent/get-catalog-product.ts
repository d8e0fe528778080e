import { Id } from '#contract/lib/schemas.ts'
import type { AgentProduct, CatalogProductQuery } from '#contract/storefront/storefront-agent.ts'
import type { Tx } from '../lib/db/db.ts'
import { AgentOutcomeError } from './agent-error.ts'
import {
  type AgentProductRow,
  type AgentVariantRow,
  findFeatured,
  listOptions,
  selectAgentProducts,
  toAgentProduct,
} from './agent-product.ts'
import type { AgentStore } from './agent-store.ts'

type Selection = NonNullable<CatalogProductQuery['selected']>

/**
 * Returns a product with the variants that match the selected options, and whether each other value
 * can be chosen with them.
 * @throws AgentOutcomeError not_found
 */
export async function getCatalogProduct(
  tx: Tx,
  store: AgentStore,
  { id, selected, preferences = [] }: CatalogProductQuery,
): Promise<{ product: AgentProduct }> {
  const [row] = Id.safeParse(id).success ? await selectAgentProducts(tx, [id]) : []
  const featuredVariant =
    row && (row.variants.find(({ _id }) => _id === id) ?? findFeatured(row.variants))
  if (!row || !featuredVariant) throw new AgentOutcomeError('not_found', `Product not found: ${id}`)
  const isVariant = featuredVariant._id === id
  const selection =
    selected && !isVariant
      ? relaxSelection(row, selected, preferences)
      : listOptions(row, featuredVariant)
  const matching = row.variants.filter(variant => isMatch(row, variant, selection))
  const first = isVariant ? featuredVariant : (findFeatured(matching) ?? featuredVariant)
  const variants = [first, ...matching.filter(variant => variant !== first)]
  const product = toAgentProduct(row, variants, store)
  return {
    product: {
      ...product,
      ...(row.options.length > 0 && { selected: selection }),
      options: product.options.map(({ name, values }) => ({
        name,
        values: values.map(({ label }) => describeValue(row, selection, { name, label })),
      })),
    },
  }
}

const isMatch = (row: AgentProductRow, variant: AgentVariantRow, selection: Selection) => {
  const options = listOptions(row, variant)
  return selection.every(({ name, label }) =>
    options.some(option => option.name === name && option.label === label),
  )
}

/** Drops the least preferred options until a variant has all others. */
function relaxSelection(
  row: AgentProductRow,
  selected: Selection,
  preferences: readonly string[],
): Selection {
  const getRank = (name: string) => {
    const index = preferences.indexOf(name)
    return index < 0 ? preferences.length : index
  }
  const names = new Set(row.options.map(({ name }) => name))
  let selection = selected
    .filter(
      ({ name }, index) =>
        names.has(name) && selected.findIndex(each => each.name === name) === index,
    )
    .toSorted((a, b) => getRank(a.name) - getRank(b.name))
  while (!row.variants.some(variant => isMatch(row, variant, selection)))
    selection = selection.slice(0, -1)
  return selection
}

function describeValue(row: AgentProductRow, selection: Selection, value: Selection[number]) {
  const others = selection.filter(({ name }) => name !== value.name)
  const variants = row.variants.filter(variant => isMatch(row, variant, [...others, value]))
  return {
    label: value.label,
    available: variants.some(({ isAvailable }) => isAvailable),
    exists: variants.length > 0,
  }
}
