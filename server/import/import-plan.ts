import type { ImportProblem } from './import-problem.ts'
import { resolveProduct } from './product/import-merge.ts'
import type { ProductDraft } from './product/import-product-draft.ts'
import type { ExistingProduct, ProductValue, VariantValue } from './product/import-product-value.ts'

export type Change = { field: string; from: unknown; to: unknown }
export type ProductPlan =
  | { action: 'create'; draft: ProductDraft; next: ProductValue }
  | {
      action: 'update'
      draft: ProductDraft
      id: string
      next: ProductValue
      changes: Change[]
      removedVariants: string[]
    }
  | { action: 'unchanged'; draft: ProductDraft; id: string }
  | { action: 'skip'; draft: ProductDraft; problems: ImportProblem[] }

export type PlanSettings = {
  /** Rich text as it will be stored. Compared after cleaning, or a second import would find a difference each time. */
  clean: (html: string) => string
  descriptionLimit: number
}

/** Products of the store as the planner asks for them. `bySku` gives every product that has a variant with it. */
export type Lookups = {
  byHandle: (handle: string) => ExistingProduct | undefined
  bySku: (sku: string) => readonly ExistingProduct[]
}

/**
 * Decides for one draft after another what becomes of it. It remembers what it has given away, so that two products of
 * a file never write to the same product of the store.
 */
export function startPlanning(drafts: readonly ProductDraft[], settings: PlanSettings) {
  const skuUses = countSkus(drafts)
  const handles = new Set(drafts.map(draft => draft.handle))
  const taken = new Map<string, ProductDraft>()

  return (draft: ProductDraft, lookups: Lookups): ProductPlan => {
    const existing = findExisting(draft, lookups, { skuUses, handles })
    const before = existing && taken.get(existing.id)
    if (before && before !== draft)
      return skip(
        draft,
        'same_product',
        `The product in row ${before.rows[0]} is the same product of the store.`,
      )
    if (existing) taken.set(existing.id, draft)
    const missing = existing ? [] : missingForNew(draft)
    if (missing.length > 0)
      return skip(
        draft,
        'incomplete',
        `A new product needs ${missing.join(' and ')}, which the file does not have.`,
      )
    const { next, removedVariants, problem } = resolveProduct(draft, existing, settings.clean)
    if (problem) return skip(draft, problem.code, problem.message)
    if (next.descriptionHtml.length > settings.descriptionLimit)
      return skip(
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

const skip = (draft: ProductDraft, code: string, message: string): ProductPlan => ({
  action: 'skip',
  draft,
  problems: [{ row: draft.rows[0] ?? 0, column: '', level: 'error', code, message }],
})

const skusOf = (draft: ProductDraft) => [
  ...new Set((draft.variants ?? []).map(v => v.sku?.toLowerCase() ?? '').filter(Boolean)),
]

/** How many products of the file use a SKU, in lower case. */
export function countSkus(drafts: readonly ProductDraft[]) {
  const uses = new Map<string, number>()
  for (const draft of drafts)
    for (const sku of skusOf(draft)) uses.set(sku, (uses.get(sku) ?? 0) + 1)
  return uses
}

/** SKUs that may stand for this product: no other product of the file has them. For asking the store in one query. */
export const identifyingSkus = (draft: ProductDraft, skuUses: ReadonlyMap<string, number>) =>
  skusOf(draft).filter(sku => skuUses.get(sku) === 1)

type Known = { skuUses: ReadonlyMap<string, number>; handles: ReadonlySet<string> }

/** Handle first, then SKU; a handle that was only made from a title gives way to the SKU. */
function findExisting(
  draft: ProductDraft,
  lookups: Lookups,
  known: Known,
): ExistingProduct | undefined {
  const named = lookups.byHandle(draft.handle)
  if (named && !draft.isHandleMade) return named
  return findBySku(draft, lookups, known) ?? named
}

/** A SKU is an identity only where one product of the file and one of the store has it, and all agree on which. */
function findBySku(
  draft: ProductDraft,
  lookups: Lookups,
  { skuUses, handles }: Known,
): ExistingProduct | undefined {
  const found = identifyingSkus(draft, skuUses)
    .map(sku => lookups.bySku(sku))
    .filter(products => products.length === 1)
    .flat()
  const [first] = found
  if (!first || found.some(product => product.id !== first.id)) return undefined
  // Another product of the file has this one's handle, which is the stronger claim.
  return !draft.isHandleMade && handles.has(first.handle) ? undefined : first
}

function missingForNew(draft: ProductDraft): string[] {
  const hasPrices =
    draft.variants?.length && draft.variants.every(variant => variant.price !== undefined)
  return [...(draft.title ? [] : ['a title']), ...(hasPrices ? [] : ['a price'])]
}

const plainFields = [
  'title',
  'descriptionHtml',
  'vendor',
  'productType',
  'status',
  'seoTitle',
  'seoDescription',
  'options',
] as const
const setFields = ['tags', 'categories'] as const
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
export function diffProduct(existing: ExistingProduct, next: ProductValue): Change[] {
  const changes: Change[] = []
  const compare = (field: string, from: unknown, to: unknown) => {
    if (JSON.stringify(from) !== JSON.stringify(to)) changes.push({ field, from, to })
  }
  for (const field of plainFields) compare(field, existing[field], next[field])
  for (const field of setFields)
    if (keysOf(existing[field]) !== keysOf(next[field]))
      changes.push({ field, from: existing[field], to: next[field] })
  const kept = new Set(next.variants.map(variant => variant.id))
  for (const gone of existing.variants.filter(variant => !kept.has(variant.id)))
    compare(`variants.${nameOf(gone)}`, nameOf(gone), null)
  for (const variant of next.variants) {
    const before = existing.variants.find(each => each.id === variant.id)
    if (!before) compare(`variants.${nameOf(variant)}`, null, nameOf(variant))
    else
      for (const field of variantFields)
        compare(`variants.${nameOf(before)}.${field}`, before[field], variant[field])
  }
  for (const image of next.images) {
    const before = existing.images.find(each => each.id === image.id)
    if (!before) compare('images', null, image.src)
    else compare(`images.${image.src}.alt`, before.alt, image.alt)
  }
  compare('images.variants', picturesOf(existing), picturesOf(next))
  return changes
}

/** Which picture each variant shows, by ids; a new picture or variant is told already. */
function picturesOf({
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

const keysOf = (items: readonly unknown[]) =>
  JSON.stringify(items.map(item => JSON.stringify(item).toLowerCase()).toSorted())
const nameOf = (variant: VariantValue) => variant.options.join(' / ') || 'default'
