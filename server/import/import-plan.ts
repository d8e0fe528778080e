import type { ImportChange, ImportProblem } from '#contract/import.ts'
import { mergeProduct } from './product/import-merge.ts'
import { diffProduct } from './product/import-product-diff.ts'
import type { ProductDraft } from './product/import-product-draft.ts'
import type { ExistingProduct, ProductValue } from './product/import-product-value.ts'

export type ProductPlan =
  | { action: 'create'; draft: ProductDraft; next: ProductValue }
  | {
      action: 'update'
      draft: ProductDraft
      id: string
      next: ProductValue
      changes: ImportChange[]
    }
  | { action: 'unchanged'; draft: ProductDraft; id: string }
  | { action: 'skip'; draft: ProductDraft; problems: ImportProblem[] }

export type ProductPlanSettings = {
  /** Rich text as it will be stored. Compared after cleaning, or a second import would find a difference each time. */
  cleanHtml: (html: string) => string
  descriptionLimit: number
}

/** Products of the store as the planner asks for them. `bySku` gives every product that has a variant with it. */
export type ProductLookups = {
  findByHandle: (slug: string) => ExistingProduct | undefined
  findBySku: (sku: string) => readonly ExistingProduct[]
}

/**
 * Decides for one draft after another what becomes of it. It remembers what it has given away, so that two products of
 * a file never write to the same product of the store.
 */
export function createProductPlanner(
  drafts: readonly ProductDraft[],
  settings: ProductPlanSettings,
) {
  const skuUses = countSkuUses(drafts)
  const handles = new Set(drafts.map(draft => draft.slug))
  const draftByProductId = new Map<string, ProductDraft>()

  return (draft: ProductDraft, lookups: ProductLookups): ProductPlan => {
    const existing = findExistingProduct(draft, lookups, { skuUses, handles })
    const earlierDraft = existing && draftByProductId.get(existing._id)
    if (earlierDraft && earlierDraft !== draft)
      return createSkipPlan(
        draft,
        'same_product',
        `The product in row ${earlierDraft.rows[0]} is the same product of the store.`,
      )
    if (existing) draftByProductId.set(existing._id, draft)
    const missingFields = existing ? [] : listMissingFields(draft)
    if (missingFields.length > 0)
      return createSkipPlan(
        draft,
        'incomplete',
        `A new product needs ${missingFields.join(' and ')}, which the file does not have.`,
      )
    const { next, problem } = mergeProduct(draft, existing, settings.cleanHtml)
    if (problem) return createSkipPlan(draft, problem.code, problem.message)
    if (next.description.length > settings.descriptionLimit)
      return createSkipPlan(
        draft,
        'description_too_long',
        `A description has at most ${settings.descriptionLimit} characters; this has ${next.description.length}.`,
      )
    if (!existing) return { action: 'create', draft, next }
    const changes = diffProduct(existing, next)
    if (changes.length === 0) return { action: 'unchanged', draft, id: existing._id }
    return { action: 'update', draft, id: existing._id, next, changes }
  }
}

const createSkipPlan = (draft: ProductDraft, code: string, message: string): ProductPlan => ({
  action: 'skip',
  draft,
  problems: [{ row: draft.rows[0] ?? 0, column: '', level: 'error', code, message }],
})

const listSkus = (draft: ProductDraft) => [
  ...new Set((draft.variants ?? []).map(v => v.sku?.toLowerCase() ?? '').filter(Boolean)),
]

/** How many products of the file use a SKU, in lower case. */
export function countSkuUses(drafts: readonly ProductDraft[]) {
  const uses = new Map<string, number>()
  for (const draft of drafts)
    for (const sku of listSkus(draft)) uses.set(sku, (uses.get(sku) ?? 0) + 1)
  return uses
}

/** SKUs that may stand for this product: no other product of the file has them. For asking the store in one query. */
export const listIdentifyingSkus = (draft: ProductDraft, skuUses: ReadonlyMap<string, number>) =>
  listSkus(draft).filter(sku => skuUses.get(sku) === 1)

type FileIdentifiers = { skuUses: ReadonlyMap<string, number>; handles: ReadonlySet<string> }

/** Handle first, then SKU; a handle that was only made from a title gives way to the SKU. */
function findExistingProduct(
  draft: ProductDraft,
  lookups: ProductLookups,
  identifiers: FileIdentifiers,
): ExistingProduct | undefined {
  const productWithHandle = lookups.findByHandle(draft.slug)
  if (productWithHandle && !draft.isHandleGenerated) return productWithHandle
  return findUniqueBySku(draft, lookups, identifiers) ?? productWithHandle
}

/** A SKU is an identity only where one product of the file and one of the store has it, and all agree on which. */
function findUniqueBySku(
  draft: ProductDraft,
  lookups: ProductLookups,
  { skuUses, handles }: FileIdentifiers,
): ExistingProduct | undefined {
  const candidates = listIdentifyingSkus(draft, skuUses)
    .map(sku => lookups.findBySku(sku))
    .filter(products => products.length === 1)
    .flat()
  const [candidate] = candidates
  if (!candidate || candidates.some(product => product._id !== candidate._id)) return undefined
  // Another product of the file has this one's handle, which is the stronger claim.
  return !draft.isHandleGenerated && handles.has(candidate.slug) ? undefined : candidate
}

function listMissingFields(draft: ProductDraft): string[] {
  const hasPrices =
    draft.variants?.length && draft.variants.every(variant => variant.price !== undefined)
  return [...(draft.title ? [] : ['a title']), ...(hasPrices ? [] : ['a price'])]
}
