import { productLimits as contractLimits, type ProductStatus } from '#contract/product.ts'
import type { ImportColumn, ImportFormat } from '../import-columns.ts'
import type { ImportProblem } from '../import-problem.ts'

/** The contract's limits, and those of what only a file has. */
export const productLimits = {
  ...contractLimits,
  title: 200,
  vendor: 80,
  productType: 80,
  tag: 40,
  optionName: 60,
  optionValue: 120,
  sku: 64,
  barcode: 32,
  alt: 300,
  imageUrl: 2048,
  seoTitle: 120,
  seoDescription: 320,
  categoryLevels: 4,
  categoryName: 80,
  categories: 50,
} as const

export type DraftStatus = ProductStatus
export type DraftOption = { name: string; values: string[] }

/** `undefined` means that the file says nothing, so that what is there is kept; null or '' clears it. */
export type VariantDraft = {
  /** One value for each option of the product, in their order. */
  options: string[]
  sku: string | undefined
  barcode: string | undefined
  /** Minor units. */
  price: number | undefined
  compareAtPrice: number | null | undefined
  cost: number | null | undefined
  trackStock: boolean | undefined
  stock: number | undefined
  allowBackorder: boolean | undefined
  weightGrams: number | null | undefined
}

/** `variantIndexes`: which of the draft's variants show this picture. */
export type ImageDraft = {
  src: string
  alt: string | undefined
  position: number
  variantIndexes: number[]
}

export type ProductDraft = {
  handle: string
  /** The file has no handles and this one was made from the title, so that a SKU says more about identity. */
  isHandleGenerated: boolean
  title: string | undefined
  descriptionHtml: string | undefined
  vendor: string | undefined
  productType: string | undefined
  tags: string[] | undefined
  status: DraftStatus | undefined
  /** Paths of names from the top: `[['Clothing', 'Shirts']]`. */
  categories: string[][] | undefined
  options: DraftOption[] | undefined
  variants: VariantDraft[] | undefined
  images: ImageDraft[] | undefined
  seoTitle: string | undefined
  seoDescription: string | undefined
  /** Rows of the file that this came from. */
  rows: number[]
}

/** A product with an error in any of its rows: nothing of it is written. */
export type InvalidProduct = { handle: string; title: string; rows: number[] }

export type ParsedProducts = {
  format: ImportFormat
  columns: ImportColumn[]
  drafts: ProductDraft[]
  invalidProducts: InvalidProduct[]
  /** Sorted by row. */
  problems: ImportProblem[]
  /** Rows that hold something, the header not counted. */
  rowCount: number
  /** Rows that bring pictures and nothing else. */
  imageOnlyRows: number
}

export type ProductParseSettings = {
  /** Decimals of the store's currency: 2 for USD, 0 for JPY, 3 for KWD. */
  exponent: number
  /** Decides whether a dated sale price is in force. */
  now: Date
}
