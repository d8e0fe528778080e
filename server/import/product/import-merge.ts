import { type ProductDraft, productLimits, type VariantDraft } from './import-product-draft.ts'
import type {
  ExistingProduct,
  ImportedImage,
  ImportedVariant,
  ProductValue,
  VariantValue,
} from './import-product-value.ts'

type MergedProduct = {
  next: ProductValue
  removedVariants: string[]
  problem?: { code: string; message: string }
}

const emptyVariant: VariantValue = {
  options: [],
  sku: '',
  barcode: '',
  price: 0,
  compareAtPrice: null,
  cost: null,
  trackStock: true,
  stock: 0,
  allowBackorder: false,
  weightGrams: 0,
}

/**
 * The product as it shall be: what the file says, else what is there, else what a new product has. Variants and pictures
 * of the store that the file does not name stay.
 */
export function mergeProduct(
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  cleanHtml: (html: string) => string,
): MergedProduct {
  const { variants, removedIds: removed, isAmbiguous } = mergeVariants(draft, existing)
  const next: ProductValue = {
    handle: existing?.handle ?? draft.handle,
    title: draft.title ?? existing?.title ?? '',
    descriptionHtml:
      draft.descriptionHtml === undefined
        ? (existing?.descriptionHtml ?? '')
        : cleanHtml(draft.descriptionHtml),
    vendor: draft.vendor ?? existing?.vendor ?? '',
    productType: draft.productType ?? existing?.productType ?? '',
    tags: draft.tags ?? existing?.tags ?? [],
    status: draft.status ?? existing?.status ?? 'draft',
    categories: draft.categories ?? existing?.categories ?? [],
    options: mergeOptions(draft, existing, variants),
    variants,
    images: mergeImages(draft, existing, variants),
    seoTitle: draft.seoTitle ?? existing?.seoTitle ?? '',
    seoDescription: draft.seoDescription ?? existing?.seoDescription ?? '',
  }
  if (isAmbiguous)
    return {
      next,
      removedVariants: [],
      problem: {
        code: 'variant_unknown',
        message:
          'The file names no options, and a row’s SKU is not that of exactly one variant of this product.',
      },
    }
  if (variants.length > productLimits.variants)
    return {
      next,
      removedVariants: [],
      problem: {
        code: 'too_many_variants',
        message: `With those that are there the product would have ${variants.length} variants; at most ${productLimits.variants}.`,
      },
    }
  return { next, removedVariants: removed }
}

function mergeVariants(draft: ProductDraft, existing: ExistingProduct | undefined) {
  const existingVariants = existing?.variants ?? []
  if (draft.variants === undefined)
    return { variants: [...existingVariants], removedIds: [], isAmbiguous: false }
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
  const unmatchedVariants = existingVariants.filter(variant => !matchedVariants.includes(variant))
  // With another number of options the old combinations mean nothing any more.
  if (!isSameShape)
    return {
      variants: fileVariants,
      removedIds: unmatchedVariants.map(variant => variant.id),
      isAmbiguous,
    }
  return {
    variants: keepExistingOrder(existingVariants, fileVariants),
    removedIds: [],
    isAmbiguous,
  }
}

/** What is there keeps its place, whether the file names it or not; new ones follow in the file's order. */
function keepExistingOrder(
  existingVariants: ExistingProduct['variants'],
  fileVariants: ImportedVariant[],
): ImportedVariant[] {
  const orderedVariants = existingVariants.map(
    (variant): ImportedVariant => fileVariants.find(each => each.id === variant.id) ?? variant,
  )
  return [...orderedVariants, ...fileVariants.filter(variant => variant.id === undefined)]
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
  const countSku = (list: readonly { sku: string | undefined }[], sku: string) =>
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
  const base = existing ?? emptyVariant
  return {
    ...(existing && { id: existing.id }),
    options: shouldKeepOptions ? base.options : draft.options,
    sku: draft.sku ?? base.sku,
    barcode: draft.barcode ?? base.barcode,
    price: draft.price ?? base.price,
    compareAtPrice: draft.compareAtPrice === undefined ? base.compareAtPrice : draft.compareAtPrice,
    cost: draft.cost === undefined ? base.cost : draft.cost,
    trackStock: draft.trackStock ?? base.trackStock,
    stock: draft.stock ?? base.stock,
    allowBackorder: draft.allowBackorder ?? base.allowBackorder,
    weightGrams: draft.weightGrams === undefined ? base.weightGrams : (draft.weightGrams ?? 0),
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

function mergeImages(
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  variants: ImportedVariant[],
): ImportedImage[] {
  const existingImages = existing?.images ?? []
  const storeImages = existingImages.map(image => ({
    id: image.id,
    src: image.imageUrls[0] ?? '',
    alt: image.alt,
    variants: image.variantIndexes.map(i => existing?.variants[i]?.id),
  }))
  const fileImages = (draft.images ?? []).map(image => {
    const match = existingImages.find(each => each.imageUrls.includes(image.src))
    return {
      ...(match && { id: match.id }),
      src: image.src,
      alt: image.alt ?? match?.alt ?? '',
      variantIndexes: image.variantIndexes.map(i => findPlannedIndex(draft, variants, i)),
    }
  })
  const assignedVariantIndexes = new Set(fileImages.flatMap(image => image.variantIndexes))
  const findVariantIndex = (id: string | undefined) =>
    variants.findIndex(variant => variant.id === id && id !== undefined)
  // A variant that the file gives a picture has that one only; one without keeps what it has.
  const listKeptVariantIndexes = (id: string | undefined) =>
    storeImages
      .find(image => image.id === id)
      ?.variants.map(findVariantIndex)
      .filter(i => i >= 0 && !assignedVariantIndexes.has(i)) ?? []
  const mergedImages = storeImages.map((image): ImportedImage => {
    const fileImage = fileImages.find(each => each.id === image.id)
    const shows = [
      ...new Set([...listKeptVariantIndexes(image.id), ...(fileImage?.variantIndexes ?? [])]),
    ]
      .filter(i => i >= 0)
      .toSorted((a, b) => a - b)
    return { id: image.id, src: image.src, alt: fileImage?.alt ?? image.alt, variantIndexes: shows }
  })
  const newImages = fileImages
    .filter(image => !image.id)
    .map(
      ({ src, alt, variantIndexes }): ImportedImage => ({
        src,
        alt,
        variantIndexes: variantIndexes.filter(i => i >= 0),
      }),
    )
  return [...mergedImages, ...newImages].slice(
    0,
    Math.max(productLimits.images, mergedImages.length),
  )
}

/** Where the draft's variant stands among the planned ones. */
function findPlannedIndex(draft: ProductDraft, variants: ImportedVariant[], index: number): number {
  const draftVariant = draft.variants?.[index]
  if (!draftVariant) return -1
  return variants.findIndex(
    variant =>
      JSON.stringify(variant.options) === JSON.stringify(draftVariant.options) ||
      (draft.options === undefined && variant.sku === draftVariant.sku),
  )
}
