import { omitUndefined } from '#contract/lib/schema-values.ts'
import { mergeImages } from './import-merge-images.ts'
import { type ProductDraft, productLimits, type VariantDraft } from './import-product-draft.ts'
import {
  blankProduct,
  blankVariant,
  type ExistingProduct,
  type ImportedVariant,
  type ProductValue,
} from './import-product-value.ts'

type MergedProduct = { next: ProductValue; problem?: { code: string; message: string } }

/**
 * Returns the product as it will be: each field from the file, else from the store, else blank. Stored variants and
 * images that the file does not name stay.
 */
export function mergeProduct(
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  cleanHtml: (html: string) => string,
): MergedProduct {
  const { rows: _, isHandleGenerated: __, ...draftFields } = draft
  const { _id: ___, ...existingFields } = existing ?? { _id: '' }
  const { variants, isAmbiguous } = mergeVariants(draft, existing)
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
  if (isAmbiguous)
    return {
      next,
      problem: {
        code: 'variant_unknown',
        message:
          'The file names no options, and a row’s SKU is not that of exactly one variant of this product.',
      },
    }
  if (variants.length > productLimits.variants)
    return {
      next,
      problem: {
        code: 'too_many_variants',
        message: `With those that are there the product would have ${variants.length} variants; at most ${productLimits.variants}.`,
      },
    }
  return { next }
}

function mergeVariants(draft: ProductDraft, existing: ExistingProduct | undefined) {
  const existingVariants = existing?.variants ?? []
  if (draft.variants === undefined) return { variants: [...existingVariants], isAmbiguous: false }
  const isSameShape =
    draft.options === undefined || draft.options.length === (existing?.options.length ?? 0)
  const matchedVariants = matchVariants(
    draft.variants,
    existingVariants,
    draft.options !== undefined && isSameShape,
  )
  const fileVariants = draft.variants.map((variant, i) =>
    mergeVariant(variant, matchedVariants[i], draft.options === undefined),
  )
  const isAmbiguous =
    draft.options === undefined &&
    existingVariants.length > 0 &&
    matchedVariants.some(match => match === undefined)
  // With another number of options the stored combinations mean nothing any more.
  return {
    variants: isSameShape ? keepExistingOrder(existingVariants, fileVariants) : fileVariants,
    isAmbiguous,
  }
}

/** What is there keeps its place, whether the file names it or not; new ones follow in the file's order. */
function keepExistingOrder(
  existingVariants: ExistingProduct['variants'],
  fileVariants: ImportedVariant[],
): ImportedVariant[] {
  const orderedVariants = existingVariants.map(
    (variant): ImportedVariant => fileVariants.find(each => each._id === variant._id) ?? variant,
  )
  return [...orderedVariants, ...fileVariants.filter(variant => variant._id === undefined)]
}

/** By options, then by a SKU that both sides have once, then the only one by the only one. Each is taken once. */
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
  return {
    ...base,
    ...omitUndefined(draft),
    options: shouldKeepOptions ? base.options : draft.options,
  }
}

/** The file's names and order of values, with the values that only the store's own variants have behind them. */
function mergeOptions(
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  variants: ImportedVariant[],
) {
  if (draft.options === undefined) return existing?.options ?? []
  return draft.options.map(({ name, values }, i) => {
    const existingValues = existing?.options[i]?.values ?? []
    const usedValues = new Set([...values, ...variants.map(variant => variant.options[i] ?? '')])
    // The store's order wins where it already holds all of them, so that a seller's sorting survives.
    const hasAllValues = [...usedValues].every(value => existingValues.includes(value))
    return { name, values: hasAllValues ? existingValues : [...usedValues] }
  })
}
