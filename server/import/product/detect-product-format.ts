import type { ImportFormat } from '#contract/import.ts'
import { formatHeader, normalizeHeader } from '../file/import-column-map.ts'
import { ImportFileError } from '../import-problem.ts'

/** Returns whose file this is, by its headers. @throws ImportFileError when it is nobody's or lacks the column that identifies a product. */
export function detectProductFormat(header: readonly string[]): ImportFormat {
  const names = new Set(header.map(normalizeHeader))
  const hasAnyHeader = (...alternatives: readonly string[]) =>
    alternatives.some(name => names.has(name))
  if (hasAnyHeader('handle', 'url handle')) {
    if (hasAnyHeader('category paths')) return 'storewright'
    if (
      hasAnyHeader(
        'title',
        'variant price',
        'price',
        'option1 value',
        'variant inventory qty',
        'status',
        'tags',
        'body (html)',
        'image src',
      )
    )
      return 'shopify'
  }
  if (hasAnyHeader('financial status') && hasAnyHeader('lineitem name'))
    throw new ImportFileError(
      'order_file',
      'This is a list of orders. Choose “Orders” to bring it in.',
    )
  const isWoo =
    hasAnyHeader('regular price', 'visibility in catalog') ||
    (hasAnyHeader('type') && hasAnyHeader('sku') && hasAnyHeader('published', 'parent'))
  if (isWoo && !hasAnyHeader('name'))
    throw new ImportFileError(
      'missing_columns',
      'This WooCommerce file cannot be brought in: the column Name is missing.',
    )
  if (isWoo) return 'woocommerce'
  throw new ImportFileError(
    'missing_columns',
    `This file cannot be read as a list of products: the column Handle is missing (or Name and Regular price, in a file from WooCommerce). It has ${formatHeader(header)}.`,
  )
}
