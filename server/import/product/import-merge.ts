import { type ProductDraft, productLimits, type VariantDraft } from './import-product-draft.ts'
import type {
  ExistingProduct,
  PlannedImage,
  PlannedVariant,
  ProductValue,
  VariantValue,
} from './import-product-value.ts'

type Resolved = {
  next: ProductValue
  removedVariants: string[]
  problem?: { code: string; message: string }
}

const blankVariant: VariantValue = {
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
export function resolveProduct(
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  clean: (html: string) => string,
): Resolved {
  const { variants, removed, isAmbiguous } = mergeVariants(draft, existing)
  const next: ProductValue = {
    handle: existing?.handle ?? draft.handle,
    title: draft.title ?? existing?.title ?? '',
    descriptionHtml:
      draft.descriptionHtml === undefined
        ? (existing?.descriptionHtml ?? '')
        : clean(draft.descriptionHtml),
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
  const there = existing?.variants ?? []
  if (draft.variants === undefined) return { variants: [...there], removed: [], isAmbiguous: false }
  const isSameShape =
    draft.options === undefined || draft.options.length === (existing?.options.length ?? 0)
  const matches = matchVariants(draft.variants, there, draft.options !== undefined && isSameShape)
  const named = draft.variants.map((variant, i) =>
    fill(variant, matches[i], draft.options === undefined),
  )
  const isAmbiguous =
    draft.options === undefined && there.length > 0 && matches.some(match => match === undefined)
  const rest = there.filter(variant => !matches.includes(variant))
  // With another number of options the old combinations mean nothing any more.
  if (!isSameShape)
    return { variants: named, removed: rest.map(variant => variant.id), isAmbiguous }
  return { variants: inOrderOf(there, named), removed: [], isAmbiguous }
}

/** What is there keeps its place, whether the file names it or not; new ones follow in the file's order. */
function inOrderOf(there: ExistingProduct['variants'], named: PlannedVariant[]): PlannedVariant[] {
  const kept = there.map(
    (variant): PlannedVariant => named.find(each => each.id === variant.id) ?? variant,
  )
  return [...kept, ...named.filter(variant => variant.id === undefined)]
}

/** By options, then by a SKU that both sides have once, then the only one by the only one. Each is taken once. */
function matchVariants(
  drafts: VariantDraft[],
  there: ExistingProduct['variants'],
  byOptions: boolean,
) {
  const key = (variant: { options: string[] }) => JSON.stringify(variant.options)
  const matches = drafts.map(draft =>
    byOptions ? there.find(variant => key(variant) === key(draft)) : undefined,
  )
  const timesIn = (list: readonly { sku: string | undefined }[], sku: string) =>
    list.filter(each => each.sku === sku).length
  return drafts.map((draft, i) => {
    if (matches[i]) return matches[i]
    if (drafts.length === 1 && there.length === 1) return there[0]
    if (!draft.sku || timesIn(drafts, draft.sku) !== 1 || timesIn(there, draft.sku) !== 1)
      return undefined
    return there.find(variant => variant.sku === draft.sku && !matches.includes(variant))
  })
}

function fill(
  draft: VariantDraft,
  existing: ExistingProduct['variants'][number] | undefined,
  keepsOptions: boolean,
): PlannedVariant {
  const base = existing ?? blankVariant
  return {
    ...(existing && { id: existing.id }),
    options: keepsOptions ? base.options : draft.options,
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
  variants: PlannedVariant[],
) {
  if (draft.options === undefined) return existing?.options ?? []
  return draft.options.map(({ name, values }, i) => {
    const before = existing?.options[i]?.values ?? []
    const used = new Set([...values, ...variants.map(variant => variant.options[i] ?? '')])
    // The store's order wins where it already holds all of them, so that a seller's sorting survives.
    const isKnown = [...used].every(value => before.includes(value))
    return { name, values: isKnown ? before : [...used] }
  })
}

function mergeImages(
  draft: ProductDraft,
  existing: ExistingProduct | undefined,
  variants: PlannedVariant[],
): PlannedImage[] {
  const there = existing?.images ?? []
  const kept = there.map(image => ({
    id: image.id,
    src: image.addresses[0] ?? '',
    alt: image.alt,
    variants: image.variantIndexes.map(i => existing?.variants[i]?.id),
  }))
  const named = (draft.images ?? []).map(image => {
    const match = there.find(each => each.addresses.includes(image.src))
    return {
      ...(match && { id: match.id }),
      src: image.src,
      alt: image.alt ?? match?.alt ?? '',
      shows: image.variantIndexes.map(i => keyOf(draft, variants, i)),
    }
  })
  const isNamed = new Set(named.flatMap(image => image.shows))
  const stays = (id: string | undefined) =>
    variants.findIndex(variant => variant.id === id && id !== undefined)
  // A variant that the file gives a picture has that one only; one without keeps what it has.
  const earlier = (id: string | undefined) =>
    kept
      .find(image => image.id === id)
      ?.variants.map(stays)
      .filter(i => i >= 0 && !isNamed.has(i)) ?? []
  const fromStore = kept.map((image): PlannedImage => {
    const update = named.find(each => each.id === image.id)
    const shows = [...new Set([...earlier(image.id), ...(update?.shows ?? [])])]
      .filter(i => i >= 0)
      .toSorted((a, b) => a - b)
    return { id: image.id, src: image.src, alt: update?.alt ?? image.alt, variantIndexes: shows }
  })
  const added = named
    .filter(image => !image.id)
    .map(
      ({ src, alt, shows }): PlannedImage => ({
        src,
        alt,
        variantIndexes: shows.filter(i => i >= 0),
      }),
    )
  return [...fromStore, ...added].slice(0, Math.max(productLimits.images, fromStore.length))
}

/** Where the draft's variant stands among the planned ones. */
function keyOf(draft: ProductDraft, variants: PlannedVariant[], index: number): number {
  const wanted = draft.variants?.[index]
  if (!wanted) return -1
  return variants.findIndex(
    variant =>
      JSON.stringify(variant.options) === JSON.stringify(wanted.options) ||
      (draft.options === undefined && variant.sku === wanted.sku),
  )
}
