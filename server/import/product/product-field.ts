import type { z } from 'zod'
import type { ImportFormat } from '#contract/import/import.ts'
import { getMaxLength } from '#contract/lib/schema-values.ts'
import { type ProductFields, ProductInput } from '#contract/product/product.ts'
import type { VariantInput } from '#contract/product/variant.ts'
import type { RowReader } from '../file/import-row.ts'
import type { ParsedVariant } from './import-product-builder.ts'
import type { ProductDraft } from './import-product-draft.ts'
import type { ImportedImage, ImportedVariant, ProductValue } from './import-product-value.ts'

/** Storewright's own format is Shopify's with more columns. */
export type ProductFileFormat = Exclude<ImportFormat, 'storewright'>

type OptionNumber = 1 | 2 | 3
type AttributeNumber = OptionNumber | 4 | 5
/** A column of a file: a field of the product, or a value that only files contain. */
export type ProductColumnKey =
  | keyof ProductInput
  | `option${OptionNumber}${'Name' | 'Value' | 'Values'}`
  | `attribute${AttributeNumber}${'Name' | 'Values'}`
  | 'published'
  | 'productCategory'
  | 'collection'
  | 'imageSrc'
  | 'imagePosition'
  | 'imageAlt'
  | 'variantImage'
  | 'id'
  | 'type'
  | 'visibility'
  | 'shortDescription'
  | 'saleStarts'
  | 'saleEnds'
  | 'inStock'
  | 'salePrice'
  | 'parent'

export type ProductRowReader = RowReader<ProductColumnKey>

/** One row of an exported product: the n-th variant beside the n-th image. */
export type ProductExportRow = {
  product: ProductValue
  index: number
  variant: ImportedVariant | undefined
  image: ImportedImage | undefined
  /** Writes minor units as a decimal number. */
  formatMoney: (minor: number | null) => string
}

/** Copies the cells of a row into a draft, for each format. */
type FormatReaders<Draft> = Partial<
  Record<ProductFileFormat, (row: ProductRowReader, draft: Draft) => void>
>

export type ProductField = {
  key: ProductColumnKey
  /** The first header of Shopify's is the one that the export writes. */
  headers: Partial<Record<ProductFileFormat, readonly string[]>>
  /** Reads the first row of a product. */
  read?: FormatReaders<ProductDraft>
  /** Reads each row of a variant. */
  readVariant?: FormatReaders<ParsedVariant>
  /** A cell here makes its row a variant. */
  marksVariant?: boolean
  /** Returns the cell of an export. A field without it is only read. */
  write?: (row: ProductExportRow) => string
}

type TextKey<T> = {
  [K in keyof T]-?: string extends NonNullable<T[K]> ? K : never
}[keyof T]
type ProductTextKey = Exclude<TextKey<z.infer<typeof ProductFields>>, 'slug' | 'taxClass'>
type VariantTextKey = Exclude<TextKey<VariantInput>, '_id' | 'image'>

/** Returns a cell that only the first row of a product has. */
export const onFirstRow =
  (write: (product: ProductValue, row: ProductExportRow) => string) => (row: ProductExportRow) =>
    row.index === 0 ? write(row.product, row) : ''

/** Returns a cell that the row of each variant has. */
export const onVariantRow =
  (write: (variant: ImportedVariant, row: ProductExportRow) => string) => (row: ProductExportRow) =>
    row.variant ? write(row.variant, row) : ''

/** A product's text of one line. `isShortened`: too long a text is cut instead of rejected. */
export function createTextField(
  key: ProductTextKey,
  headers: ProductField['headers'],
  options: { isShortened?: boolean } = {},
): ProductField {
  const maxLength = getMaxLength(ProductInput.shape[key])
  const read = (row: ProductRowReader, draft: ProductDraft) => {
    draft[key] = options.isShortened ? row.truncatedText(key, maxLength) : row.text(key, maxLength)
  }
  return {
    key,
    headers,
    read: { shopify: read, woocommerce: read },
    write: onFirstRow(product => product[key]),
  }
}

/** A product's text of several lines. */
export function createMultilineField(
  key: ProductTextKey,
  headers: ProductField['headers'],
): ProductField {
  const maxLength = getMaxLength(ProductInput.shape[key])
  const read = (row: ProductRowReader, draft: ProductDraft) => {
    draft[key] = row.multilineText(key, maxLength)
  }
  return {
    key,
    headers,
    read: { shopify: read, woocommerce: read },
    write: onFirstRow(product => product[key]),
  }
}

/** A variant's code, such as its SKU. */
export function createCodeField(
  key: VariantTextKey,
  headers: ProductField['headers'],
): ProductField {
  const maxLength = getMaxLength(ProductInput.shape[key])
  const readVariant = (row: ProductRowReader, draft: ParsedVariant) => {
    draft[key] = row.code(key, maxLength)
  }
  return {
    key,
    headers,
    readVariant: { shopify: readVariant, woocommerce: readVariant },
    marksVariant: true,
    write: onVariantRow(variant => variant[key]),
  }
}
