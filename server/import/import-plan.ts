import type { ImportChange, ImportProblem } from '#contract/import/import.ts'
import type { ImportProblemCode } from '#contract/lib/error/import-problem-catalog.ts'
import {
  createImportProblem,
  type ImportProblemParams,
  shortenForMessage,
} from './import-problem.ts'
import { listHiddenImages } from './product/description-images.ts'
import { mergeProduct } from './product/import-merge.ts'
import { diffProduct } from './product/import-product-diff.ts'
import { type ProductDraft, productLimits } from './product/import-product-draft.ts'
import type { ExistingProduct, ProductValue } from './product/import-product-value.ts'

export type ProductPlan =
  | { action: 'create'; draft: ProductDraft; next: ProductValue; problems: ImportProblem[] }
  | {
      action: 'update'
      draft: ProductDraft
      id: string
      next: ProductValue
      changes: ImportChange[]
      problems: ImportProblem[]
    }
  | { action: 'unchanged'; draft: ProductDraft; id: string; problems: ImportProblem[] }
  | { action: 'skip'; draft: ProductDraft; problems: ImportProblem[] }

export type ProductPlanSettings = {
  /**
   * Returns rich text as it will be stored. Without it, each import would find differences again.
   */
  cleanHtml: (html: string) => string
  descriptionLimit: number
  /** A product without a category gets one with the name of its type. */
  createsCategories?: boolean
}

/**
 * Finds products of the store. `findBySku` returns every product that has a variant with the SKU.
 */
export type ProductLookups = {
  findByHandle: (slug: string) => ExistingProduct | undefined
  findBySku: (sku: string) => readonly ExistingProduct[]
}

/**
 * Returns a function that plans one draft after another. It remembers the products of earlier
 * drafts, so that two products of a file never update the same product of the store.
 */
export function createProductPlanner(identifiers: FileIdentifiers, settings: ProductPlanSettings) {
  const firstRowByProductId = new Map<string, number>()

  return (draft: ProductDraft, lookups: ProductLookups): ProductPlan => {
    const existing = findExistingProduct(draft, lookups, identifiers)
    const [firstRow = 0] = draft.rows
    const earlierRow = existing && firstRowByProductId.get(existing._id)
    // A draft is planned again when its transaction is retried.
    if (earlierRow !== undefined && earlierRow !== firstRow)
      return createSkipPlan(draft, 'duplicate_product_row', { row: earlierRow })
    if (existing) firstRowByProductId.set(existing._id, firstRow)
    return planMerge(draft, existing, settings)
  }
}

/** Plans the draft of a new product, or the changes of an existing one. */
function planMerge(
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  settings: ProductPlanSettings,
): ProductPlan {
  const missingFieldCode = existing ? undefined : getMissingFieldCode(draft)
  if (missingFieldCode) return createSkipPlan(draft, missingFieldCode)
  const {
    next: mergedProduct,
    isAmbiguous,
    unpricedVariants,
  } = mergeProduct(draft, existing, settings.cleanHtml)
  const next = settings.createsCategories ? addTypeCategory(mergedProduct) : mergedProduct
  if (isAmbiguous) return createSkipPlan(draft, 'variant_unknown')
  if (next.variants.length > productLimits.variants)
    return createSkipPlan(draft, 'too_many_variants_in_total', {
      count: next.variants.length,
      maximum: productLimits.variants,
    })
  if (next.description.length > settings.descriptionLimit)
    return createSkipPlan(draft, 'description_too_long', {
      maximum: settings.descriptionLimit,
      length: next.description.length,
    })
  const place = { row: draft.rows[0] ?? 0 }
  const hiddenImages = listHiddenImages(draft.description ?? '')
  const problems = [
    ...unpricedVariants.map(({ options, sku }) =>
      createImportProblem(place, 'price_missing', {
        variant: options.join(' / ') || sku || next.title,
      }),
    ),
    ...(hiddenImages.length > 0
      ? [
          createImportProblem(place, 'description_images_hidden', {
            names: shortenForMessage(hiddenImages.join(', ')),
          }),
        ]
      : []),
  ]
  if (!existing) return { action: 'create', draft, next, problems }
  const changes = diffProduct(existing, next)
  if (changes.length === 0) return { action: 'unchanged', draft, id: existing._id, problems }
  return { action: 'update', draft, id: existing._id, next, changes, problems }
}

const addTypeCategory = (product: ProductValue): ProductValue =>
  product.productType && product.categories.length === 0
    ? { ...product, categories: [[product.productType]] }
    : product

const createSkipPlan = <C extends ImportProblemCode>(
  draft: ProductDraft,
  code: C,
  ...params: ImportProblemParams<C>
): ProductPlan => ({
  action: 'skip',
  draft,
  problems: [createImportProblem({ row: draft.rows[0] ?? 0 }, code, ...params)],
})

const listSkus = (draft: ProductDraft) => [
  ...new Set((draft.variants ?? []).map(v => v.sku?.toLowerCase() ?? '').filter(Boolean)),
]

/** The slugs of a file, and the SKUs in lower case that several of its products have. */
export type FileIdentifiers = {
  slugs: ReadonlySet<string>
  sharedSkus: ReadonlySet<string>
}

export function listFileIdentifiers(drafts: readonly ProductDraft[]): FileIdentifiers {
  const skus = new Set<string>()
  const sharedSkus = new Set<string>()
  for (const draft of drafts)
    for (const sku of listSkus(draft)) {
      if (skus.has(sku)) sharedSkus.add(sku)
      skus.add(sku)
    }
  return { slugs: new Set(drafts.map(draft => draft.slug)), sharedSkus }
}

/** Returns the SKUs that identify this product, because no other product of the file has them. */
export const listIdentifyingSkus = (draft: ProductDraft, { sharedSkus }: FileIdentifiers) =>
  listSkus(draft).filter(sku => !sharedSkus.has(sku))

/**
 * Finds a product by its handle, then by its SKU. A SKU takes precedence over a generated handle.
 */
function findExistingProduct(
  draft: ProductDraft,
  lookups: ProductLookups,
  identifiers: FileIdentifiers,
): ExistingProduct | undefined {
  const productWithSlug = lookups.findByHandle(draft.slug)
  if (productWithSlug && !draft.isSlugGenerated) return productWithSlug
  return findUniqueBySku(draft, lookups, identifiers) ?? productWithSlug
}

/**
 * A SKU identifies a product when one product of the file and one of the store have it, and all
 * SKUs agree.
 */
function findUniqueBySku(
  draft: ProductDraft,
  lookups: ProductLookups,
  identifiers: FileIdentifiers,
): ExistingProduct | undefined {
  const candidates = listIdentifyingSkus(draft, identifiers)
    .map(sku => lookups.findBySku(sku))
    .filter(products => products.length === 1)
    .flat()
  const [candidate] = candidates
  if (!candidate || candidates.some(product => product._id !== candidate._id)) return undefined
  // Another product of the file has the slug of this product, and a slug takes precedence.
  return !draft.isSlugGenerated && identifiers.slugs.has(candidate.slug) ? undefined : candidate
}

function getMissingFieldCode({ title, variants }: ProductDraft) {
  const hasPrices = variants?.some(variant => variant.price !== undefined)
  if (!title) return hasPrices ? 'new_product_without_title' : 'new_product_incomplete'
  return hasPrices ? undefined : 'new_product_without_price'
}
