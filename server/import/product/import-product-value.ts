import type { z } from 'zod'
import { getBlankValues } from '#contract/lib/schema-values.ts'
import { ProductFields } from '#contract/product/product.ts'
import type { VariantInput } from '#contract/product/variant.ts'
import { type ImageDraft, VariantFields } from './import-product-draft.ts'

/** Every field of a variant that a file can hold. */
export type VariantValue = Required<z.infer<typeof VariantFields>>
/** `_id`: of the stored variant that this one changes. */
export type ImportedVariant = VariantValue & Pick<VariantInput, '_id'>
/** `_id`: of the stored image that this one changes. */
export type ImportedImage = Pick<ImageDraft, 'sourceUrl' | 'variantIndexes'> & {
  _id?: string | undefined
  alt: string
}

/** A product with every field that a file can hold. */
export type ProductValue = Required<z.infer<typeof ProductFields>> & {
  categories: string[][]
  variants: ImportedVariant[]
  images: ImportedImage[]
}

/**
 * A product of the store, with its description as stored. `imageUrls` are the addresses that
 * identify an image: its original address, and its address in the storefront.
 */
export type ExistingProduct = Omit<ProductValue, 'images' | 'variants'> & {
  _id: string
  variants: (VariantValue & { _id: string })[]
  images: (Omit<ImportedImage, '_id' | 'sourceUrl'> & { _id: string; imageUrls: string[] })[]
}

/** The values of a new product for fields that the file does not have. */
export const blankProduct: ProductValue = {
  ...getBlankValues(ProductFields),
  requiresShipping: true,
  categories: [],
  variants: [],
  images: [],
}
export const blankVariant: VariantValue = { ...getBlankValues(VariantFields), trackStock: true }
