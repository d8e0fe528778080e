import type { ImportFormat } from '#contract/import/import.ts'
import { normalizeHeader } from '../file/import-column-map.ts'
import { bigcommercePreset } from '../format/preset-bigcommerce.ts'
import { etsyPreset } from '../format/preset-etsy.ts'
import { magentoPreset } from '../format/preset-magento.ts'
import { prestashopPreset } from '../format/preset-prestashop.ts'
import { squarePreset } from '../format/preset-square.ts'
import type { ProductPreset } from '../format/product-preset.ts'
import { ImportFileError } from '../import-problem.ts'
import { isParcelHeader } from '../parcel/parcel-columns.ts'

const presets: readonly ProductPreset[] = [
  magentoPreset,
  bigcommercePreset,
  prestashopPreset,
  squarePreset,
  etsyPreset,
]

export const findPreset = (format: ImportFormat): ProductPreset | undefined =>
  presets.find(preset => preset.format === format)

/**
 * Returns the format of a product file, by its headers: `spreadsheet` for files of no known
 * system.
 * @throws ImportFileError for files that are no list of products
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
  rejectOtherLists(header, hasAnyHeader)
  const preset = presets.find(({ matches }) => matches(name => names.has(name)))
  if (preset) return preset.format
  const isWoo =
    hasAnyHeader('regular price', 'visibility in catalog') ||
    (hasAnyHeader('type') && hasAnyHeader('sku') && hasAnyHeader('published', 'parent'))
  return isWoo && hasAnyHeader('name') ? 'woocommerce' : 'spreadsheet'
}

function rejectOtherLists(
  header: readonly string[],
  hasAnyHeader: (...names: string[]) => boolean,
) {
  const isOrderFile =
    (hasAnyHeader('financial status') && hasAnyHeader('lineitem name')) ||
    (hasAnyHeader('order id', 'order number') &&
      hasAnyHeader('order total', 'order date', 'sale date'))
  if (isOrderFile) throw new ImportFileError('import_is_order_file')
  if (isParcelHeader(header) && !hasAnyHeader('price', 'title', 'variant price'))
    throw new ImportFileError('import_is_tracking_file')
  const isCustomerFile =
    hasAnyHeader('email', 'email address') &&
    hasAnyHeader(
      'first name',
      'last name',
      'customer name',
      'total spent',
      'accepts email marketing',
    ) &&
    !hasAnyHeader('price', 'title', 'sku')
  if (isCustomerFile) throw new ImportFileError('import_is_customer_file')
  if (header.some(name => /^attribute \(name:type:position\)/i.test(name.trim())))
    throw new ImportFileError('import_is_combination_file')
  const columns = header.filter(name => name !== '')
  if (columns.length < 2)
    throw new ImportFileError('import_one_column', { column: (columns[0] ?? '').slice(0, 60) })
}
