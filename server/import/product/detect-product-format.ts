import type { ImportFormat } from '#contract/import.ts'
import { formatHeader, normalizeHeader } from '../file/import-column-map.ts'
import { ImportFileError } from '../import-problem.ts'

/**
 * Returns the format of a product file, by its headers. @throws ImportFileError when no format
 * matches
 */
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
    throw new ImportFileError('import_is_order_file')
  const isWoo =
    hasAnyHeader('regular price', 'visibility in catalog') ||
    (hasAnyHeader('type') && hasAnyHeader('sku') && hasAnyHeader('published', 'parent'))
  if (isWoo && !hasAnyHeader('name')) throw new ImportFileError('import_woocommerce_name_missing')
  if (isWoo) return 'woocommerce'
  throw new ImportFileError('import_product_columns_missing', { columns: formatHeader(header) })
}
