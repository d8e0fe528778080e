import { omitUndefined } from '#contract/lib/schema-values.ts'
import { keepSwatches } from '#contract/product/swatch.ts'
import { mergeImages } from './import-merge-images.ts'
import type { ProductDraft, VariantDraft } from './import-product-draft.ts'
import {
  blankProduct,
  blankVariant,
  type ExistingProduct,
  type ImportedVariant,
  type ProductValue,
} from './import-product-value.ts'

/**
 * `isAmbiguous`: the file has no options, and a variant of it does not match exactly one stored
 * variant.
 */
type MergedProduct = {
  next: ProductValue
  isAmbiguous: boolean
  /** Variants of the file that are skipped, because they are new and have no price. */
  unpricedVariants: VariantDraft[]
}

/**
 * Returns the product after the import: each field from the file, else from the store, else blank.
 * Stored variants and images that are not in the file stay.
 */
export function mergeProduct(
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  cleanHtml: (html: string) => string,
): MergedProduct {
  const { rows: _, isSlugGenerated: __, ...draftFields } = draft
  const { _id: ___, ...existingFields } = existing ?? { _id: '' }
  const { variants, isAmbiguous, unpricedVariants } = mergeVariants(draft, existing)
  const next: ProductValue = {
    ...blankProduct,
    ...existingFields,
    ...omitUndefined(draftFields),
    slug: existing?.slug ?? draft.slug,
    description:
      draft.description === undefined
        ? (existing?.description ?? '')
        : cleanHtml(draft.description),
    options: mergeOptions(draft, existing, variants),
    variants,
    images: mergeImages(draft, existing, variants),
  }
  return { next, isAmbiguous, unpricedVariants }
}

function mergeVariants(draft: ProductDraft, existing: ExistingProduct | undefined) {
  const existingVariants = existing?.variants ?? []
  if (draft.variants === undefined)
    return { variants: [...existingVariants], isAmbiguous: false, unpricedVariants: [] }
  const isSameShape =
    draft.options === undefined || draft.options.length === (existing?.options.length ?? 0)
  const matchedVariants = matchVariants(
    draft.variants,
    existingVariants,
    draft.options !== undefined && isSameShape,
  )
  const isUnpriced = (variant: VariantDraft, i: number) =>
    variant.price === undefined && matchedVariants[i] === undefined
  const fileVariants = draft.variants.flatMap((variant, i) =>
    isUnpriced(variant, i)
      ? []
      : mergeVariant(variant, matchedVariants[i], draft.options === undefined),
  )
  const isAmbiguous =
    draft.options === undefined &&
    existingVariants.length > 0 &&
    matchedVariants.some(match => match === undefined)
  // With another number of options, the stored combinations no longer apply.
  return {
    variants: isSameShape ? keepExistingOrder(existingVariants, fileVariants) : fileVariants,
    isAmbiguous,
    unpricedVariants: draft.variants.filter(isUnpriced),
  }
}

/** Returns the stored variants in their order, then the new variants in the order of the file. */
function keepExistingOrder(
  existingVariants: ExistingProduct['variants'],
  fileVariants: ImportedVariant[],
): ImportedVariant[] {
  const orderedVariants = existingVariants.map(
    (variant): ImportedVariant => fileVariants.find(each => each._id === variant._id) ?? variant,
  )
  return [...orderedVariants, ...fileVariants.filter(variant => variant._id === undefined)]
}

/**
 * Matches variants by options, then a single variant with a single one, then by a SKU that both
 * sides have once.
 */
function matchVariants(
  drafts: VariantDraft[],
  existingVariants: ExistingProduct['variants'],
  shouldMatchOptions: boolean,
) {
  const getOptionsKey = (variant: { options: string[] }) => JSON.stringify(variant.options)
  const matches = drafts.map(draft =>
    shouldMatchOptions
      ? existingVariants.find(variant => getOptionsKey(variant) === getOptionsKey(draft))
      : undefined,
  )
  const countSku = (list: readonly { sku?: string | undefined }[], sku: string) =>
    list.filter(each => each.sku === sku).length
  return drafts.map((draft, i) => {
    if (matches[i]) return matches[i]
    if (drafts.length === 1 && existingVariants.length === 1) return existingVariants[0]
    if (
      !draft.sku ||
      countSku(drafts, draft.sku) !== 1 ||
      countSku(existingVariants, draft.sku) !== 1
    )
      return undefined
    return existingVariants.find(variant => variant.sku === draft.sku && !matches.includes(variant))
  })
}

function mergeVariant(
  draft: VariantDraft,
  existing: ExistingProduct['variants'][number] | undefined,
  shouldKeepOptions: boolean,
): ImportedVariant {
  const base: ImportedVariant = existing ?? blankVariant
  const variant = {
    ...base,
    ...omitUndefined(draft),
    options: shouldKeepOptions ? base.options : draft.options,
  }
  return { ...variant, stock: variant.allowBackorder ? variant.stock : Math.max(0, variant.stock) }
}

/** Returns the options of the file, followed by the values that only stored variants have. */
function mergeOptions(
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  variants: ImportedVariant[],
) {
  if (draft.options === undefined) return existing?.options ?? []
  return draft.options.map(({ name, values }, i) => {
    const existingValues = existing?.options[i]?.values ?? []
    const usedValues = new Set([...values, ...variants.map(variant => variant.options[i] ?? '')])
    // The store's order is used when it has all values, so that the seller's order stays.
    const hasAllValues = [...usedValues].every(value => existingValues.includes(value))
    return keepSwatches(
      { name, values: hasAllValues ? existingValues : [...usedValues] },
      existing?.options ?? [],
    )
  })
}
