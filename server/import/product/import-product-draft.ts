import type { z } from 'zod'
import type { ImportColumn, ImportFormat, ImportProblem } from '#contract/import/import.ts'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { CategoryInput, maxCategoryDepth } from '#contract/product/category.ts'
import {
  productLimits as contractLimits,
  type ProductFields,
  ProductInput,
  ProductOption,
} from '#contract/product/product.ts'
import { ImageInput, type ProductImage } from '#contract/product/product-image.ts'
import { VariantInput } from '#contract/product/variant.ts'
import type { SpreadsheetMatching, StoredMatchings } from '../file/match-spreadsheet.ts'

/** The contract's limits, and the limits of values that only files contain. */
export const productLimits = {
  ...contractLimits,
  tag: getMaxLength(ProductInput.shape.tags.unwrap().element),
  optionName: getMaxLength(ProductOption.shape.name),
  optionValue: getMaxLength(ProductOption.shape.values.element),
  alt: getMaxLength(ImageInput.shape.alt),
  imageUrl: 2048,
  categoryLevels: maxCategoryDepth,
  categoryName: getMaxLength(CategoryInput.shape.name),
} as const

/** The fields of a variant that a file can hold. */
export const VariantFields = VariantInput.omit({ _id: true, image: true })

/**
 * A variant of the file. A field is left out when the file has no column for it; null or '' clears
 * it.
 */
export type VariantDraft = Omit<z.infer<typeof VariantFields>, 'options'> & {
  /** One value for each option of the product, in their order. */
  options: string[]
}

/** `variantIndexes`: the draft's variants that show this image. */
export type ImageDraft = Pick<z.infer<typeof ImageInput>, 'alt'> &
  Pick<ProductImage, 'sourceUrl' | 'position'> & { variantIndexes: number[] }

/**
 * A product of the file. A field is left out when the file has no column for it, so that the stored
 * value stays.
 */
export type ProductDraft = Partial<z.infer<typeof ProductFields>> & {
  slug: string
  /**
   * The file has no slugs and this one was made from the title, so a SKU identifies the product
   * better.
   */
  isSlugGenerated: boolean
  /** Paths of names from the top: `[['Clothing', 'Shirts']]`. */
  categories?: string[][] | undefined
  variants?: VariantDraft[] | undefined
  images?: ImageDraft[] | undefined
  /** The rows of the file that the product comes from. */
  rows: number[]
}

/** A product with an error in any of its rows; nothing of it is written. */
export type InvalidProduct = { slug: string; title: string; rows: number[] }

export type ParsedProducts = {
  format: ImportFormat
  columns: ImportColumn[]
  drafts: ProductDraft[]
  invalidProducts: InvalidProduct[]
  /** Sorted by row. */
  problems: ImportProblem[]
  /** Rows that are not blank, without the header. */
  rowCount: number
  /** Rows that hold an image and nothing else. */
  imageOnlyRows: number
  /** How the columns are matched to fields; null for files of a known format. */
  matching: SpreadsheetMatching | null
}

export type ProductParseSettings = {
  /** Decimals of the store's currency: 2 for USD, 0 for JPY, 3 for KWD. */
  exponent: number
  /** Decides whether a dated sale price applies. */
  now: Date
  /** The store's locale, by which numbers are read if nothing else in the file shows it. */
  locale?: string
  timeZone?: string
  /** The store's currency, with which currencies in headers of prices are compared. */
  currency?: string
  /** The URL of the old store, which completes its image paths. */
  imageBaseUrl?: string
  /** The fields that users have chosen for the columns of spreadsheets. */
  matchings?: StoredMatchings
}
