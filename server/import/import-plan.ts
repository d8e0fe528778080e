import type { ImportProblem } from './import-problem.ts'
import { mergeProduct } from './product/import-merge.ts'
import type { ProductDraft } from './product/import-product-draft.ts'
import type { ExistingProduct, ProductValue, VariantValue } from './product/import-product-value.ts'

export type FieldChange = { field: string; from: unknown; to: unknown }
export type ProductPlan =
  | { action: 'create'; draft: ProductDraft; next: ProductValue }
  | {
      action: 'update'
      draft: ProductDraft
      id: string
      next: ProductValue
      changes: FieldChange[]
      removedVariants: string[]
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
  findByHandle: (handle: string) => ExistingProduct | undefined
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
  const handles = new Set(drafts.map(draft => draft.handle))
  const draftByProductId = new Map<string, ProductDraft>()

  return (draft: ProductDraft, lookups: ProductLookups): ProductPlan => {
    const existing = findExistingProduct(draft, lookups, { skuUses, handles })
    const earlierDraft = existing && draftByProductId.get(existing.id)
    if (earlierDraft && earlierDraft !== draft)
      return createSkipPlan(
        draft,
        'same_product',
        `The product in row ${earlierDraft.rows[0]} is the same product of the store.`,
      )
    if (existing) draftByProductId.set(existing.id, draft)
    const missingFields = existing ? [] : listMissingFields(draft)
    if (missingFields.length > 0)
      return createSkipPlan(
        draft,
        'incomplete',
        `A new product needs ${missingFields.join(' and ')}, which the file does not have.`,
      )
    const { next, removedVariants, problem } = mergeProduct(draft, existing, settings.cleanHtml)
    if (problem) return createSkipPlan(draft, problem.code, problem.message)
    if (next.descriptionHtml.length > settings.descriptionLimit)
      return createSkipPlan(
        draft,
        'description_too_long',
        `A description has at most ${settings.descriptionLimit} characters; this has ${next.descriptionHtml.length}.`,
      )
    if (!existing) return { action: 'create', draft, next }
    const changes = diffProduct(existing, next)
    if (changes.length === 0) return { action: 'unchanged', draft, id: existing.id }
    return { action: 'update', draft, id: existing.id, next, changes, removedVariants }
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
  const productWithHandle = lookups.findByHandle(draft.handle)
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
  if (!candidate || candidates.some(product => product.id !== candidate.id)) return undefined
  // Another product of the file has this one's handle, which is the stronger claim.
  return !draft.isHandleGenerated && handles.has(candidate.handle) ? undefined : candidate
}

function listMissingFields(draft: ProductDraft): string[] {
  const hasPrices =
    draft.variants?.length && draft.variants.every(variant => variant.price !== undefined)
  return [...(draft.title ? [] : ['a title']), ...(hasPrices ? [] : ['a price'])]
}

const comparedFields = [
  'title',
  'descriptionHtml',
  'vendor',
  'productType',
  'status',
  'seoTitle',
  'seoDescription',
  'options',
] as const
const unorderedFields = ['tags', 'categories'] as const
const variantFields = [
  'options',
  'sku',
  'barcode',
  'price',
  'compareAtPrice',
  'cost',
  'trackStock',
  'stock',
  'allowBackorder',
  'weightGrams',
] as const

/** What differs, field by field. The order of tags and categories says nothing and is not compared. */
export function diffProduct(existing: ExistingProduct, next: ProductValue): FieldChange[] {
  const changes: FieldChange[] = []
  const addIfChanged = (field: string, from: unknown, to: unknown) => {
    if (JSON.stringify(from) !== JSON.stringify(to)) changes.push({ field, from, to })
  }
  for (const field of comparedFields) addIfChanged(field, existing[field], next[field])
  for (const field of unorderedFields)
    if (toComparableSet(existing[field]) !== toComparableSet(next[field]))
      changes.push({ field, from: existing[field], to: next[field] })
  const keptVariantIds = new Set(next.variants.map(variant => variant.id))
  for (const removedVariant of existing.variants.filter(variant => !keptVariantIds.has(variant.id)))
    addIfChanged(`variants.${getVariantName(removedVariant)}`, getVariantName(removedVariant), null)
  for (const variant of next.variants) {
    const existingVariant = existing.variants.find(each => each.id === variant.id)
    if (!existingVariant)
      addIfChanged(`variants.${getVariantName(variant)}`, null, getVariantName(variant))
    else
      for (const field of variantFields)
        addIfChanged(
          `variants.${getVariantName(existingVariant)}.${field}`,
          existingVariant[field],
          variant[field],
        )
  }
  for (const image of next.images) {
    const existingImage = existing.images.find(each => each.id === image.id)
    if (!existingImage) addIfChanged('images', null, image.src)
    else addIfChanged(`images.${image.src}.alt`, existingImage.alt, image.alt)
  }
  addIfChanged('images.variants', listImageAssignments(existing), listImageAssignments(next))
  return changes
}

/** Which picture each variant shows, by ids; a new picture or variant is told already. */
function listImageAssignments({
  variants,
  images,
}: {
  variants: { id?: string }[]
  images: { id?: string; variantIndexes: number[] }[]
}) {
  return images
    .flatMap(image =>
      image.variantIndexes.map(index => `${variants[index]?.id ?? ''} ${image.id ?? ''}`),
    )
    .toSorted()
}

const toComparableSet = (items: readonly unknown[]) =>
  JSON.stringify(items.map(item => JSON.stringify(item).toLowerCase()).toSorted())
const getVariantName = (variant: VariantValue) => variant.options.join(' / ') || 'default'
