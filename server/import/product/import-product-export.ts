import { escapeFormula } from '../../lib/text/csv-cell.ts'
import { formatCategoryPaths, formatList } from '../file/import-text.ts'
import type { ProductValue } from './import-product-value.ts'

export type ExportProduct = Omit<ProductValue, 'images' | 'variants'> & {
  variants: Omit<ProductValue['variants'][number], 'id'>[]
  /** `src`: the full address. At most one picture a variant. */
  images: Omit<ProductValue['images'][number], 'id'>[]
}

/** How our rows become text: cells with spaces around or line breaks within are quoted, or reading would trim them. */
export const csvFormat = { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/ } as const

const optionIndexes = [0, 1, 2] as const

/** Shopify's headers, so that the file can go there too, and ours for what its format has no room for. */
export const productExportHeader = [
  'Handle',
  'Title',
  'Body (HTML)',
  'Vendor',
  'Type',
  'Tags',
  'Published',
  'Status',
  ...optionIndexes.flatMap(n => [`Option${n + 1} Name`, `Option${n + 1} Value`]),
  'Variant SKU',
  'Variant Grams',
  'Variant Inventory Tracker',
  'Variant Inventory Qty',
  'Variant Inventory Policy',
  'Variant Price',
  'Variant Compare At Price',
  'Variant Barcode',
  'Cost per item',
  'Image Src',
  'Image Position',
  'Image Alt Text',
  'Variant Image',
  'SEO Title',
  'SEO Description',
  'Category Paths',
  ...optionIndexes.map(n => `Option${n + 1} Values`),
] as const

/** Money in the currency's main unit, always with a point and all decimals: 1999 at exponent 2 is `19.99`. */
export function formatCsvMoney(minor: number | null, exponent: number): string {
  if (minor === null) return ''
  const digits = String(Math.abs(minor)).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  return `${minor < 0 ? '-' : ''}${exponent === 0 ? digits : `${whole}.${digits.slice(-exponent)}`}`
}

/** The rows of one product: as many as it has variants or pictures, whichever are more. */
export function createProductExportRows(product: ExportProduct, exponent: number): string[][] {
  const rows = Math.max(1, product.variants.length, product.images.length)
  return Array.from({ length: rows }, (_, i) => {
    const isFirst = i === 0
    return [
      product.handle,
      ...(isFirst ? getProductCells(product) : Array<string>(7).fill('')),
      ...getVariantCells(product, i, exponent),
      ...getImageCells(product, i),
      ...(isFirst
        ? [product.seoTitle, product.seoDescription, formatCategoryPaths(product.categories)]
        : ['', '', '']),
      ...optionIndexes.map(n => (isFirst ? formatList(product.options[n]?.values ?? []) : '')),
    ].map(escapeFormula)
  })
}

const getProductCells = (product: ExportProduct) => [
  product.title,
  product.descriptionHtml,
  product.vendor,
  product.productType,
  formatList(product.tags),
  product.status === 'active' ? 'TRUE' : 'FALSE',
  product.status,
]

function getVariantCells(
  { variants, options }: ExportProduct,
  index: number,
  exponent: number,
): string[] {
  const variant = variants[index]
  if (!variant) return Array<string>(15).fill('')
  // Shopify's words for a product without options.
  const isSimple = options.length === 0
  const cells = optionIndexes.flatMap(n => [
    index === 0 ? (options[n]?.name ?? '') : '',
    variant.options[n] ?? '',
  ])
  return [
    ...(isSimple ? [index === 0 ? 'Title' : '', 'Default Title', '', '', '', ''] : cells),
    variant.sku,
    String(variant.weightGrams),
    variant.trackStock ? 'shopify' : '',
    String(variant.stock),
    variant.allowBackorder ? 'continue' : 'deny',
    formatCsvMoney(variant.price, exponent),
    formatCsvMoney(variant.compareAtPrice, exponent),
    variant.barcode,
    formatCsvMoney(variant.cost, exponent),
  ]
}

function getImageCells({ images }: ExportProduct, index: number): string[] {
  const image = images[index]
  const variantImage = images.find(each => each.variantIndexes.includes(index))
  return [
    ...(image ? [image.src, String(index + 1), image.alt] : ['', '', '']),
    variantImage?.src ?? '',
  ]
}
