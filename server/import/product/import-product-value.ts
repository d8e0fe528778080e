import type { DraftStatus, ImageDraft, VariantDraft } from './import-product-draft.ts'

/** Everything about a product, nothing left open: what is there, or what shall be. */
export type VariantValue = Omit<
  { [k in keyof VariantDraft]: Exclude<VariantDraft[k], undefined> },
  'weightGrams'
> & {
  /** 0 when it is not known. */
  weightGrams: number
}
/** `id`: the variant that this one changes; a new one has none. */
export type ImportedVariant = VariantValue & { id?: string }
export type ImportedImage = Omit<ImageDraft, 'alt' | 'position'> & { alt: string; id?: string }

export type ProductValue = {
  handle: string
  title: string
  descriptionHtml: string
  vendor: string
  productType: string
  tags: string[]
  status: DraftStatus
  categories: string[][]
  options: { name: string; values: string[] }[]
  variants: ImportedVariant[]
  images: ImportedImage[]
  seoTitle: string
  seoDescription: string
}

/**
 * A product of the store. `description` as it is stored, that is cleaned. An image's `addresses` are those it is known
 * by: where it was fetched from or is waiting to be, and where the shop shows it.
 */
export type ExistingProduct = Omit<ProductValue, 'images' | 'variants'> & {
  id: string
  variants: (VariantValue & { id: string })[]
  images: { id: string; imageUrls: string[]; alt: string; variantIndexes: number[] }[]
}
