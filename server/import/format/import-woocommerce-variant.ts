import type { RowReader } from '../file/import-row.ts'
import { equalsIgnoreCase, parseList } from '../file/import-text.ts'
import type { WooField } from '../import-columns.ts'
import { type ProductBuilder, parseImageUrl } from '../product/import-product-builder.ts'
import {
  productLimits as limits,
  type ProductParseSettings,
} from '../product/import-product-draft.ts'

export type WooRow = RowReader<WooField>
/** A variable product or one that is sold as it is, with what its variations take over from it. */
export type WooProduct = { builder: ProductBuilder; row: WooRow; hasVariations: boolean }

const attributeFields: readonly (readonly [WooField, WooField])[] = [
  ['attribute1Name', 'attribute1Values'],
  ['attribute2Name', 'attribute2Values'],
  ['attribute3Name', 'attribute3Values'],
  ['attribute4Name', 'attribute4Values'],
  ['attribute5Name', 'attribute5Values'],
]

/** What a variation that fits any value is called: it stays one variant with one stock and one SKU. */
const anyOptionValue = 'Any'

export function listAttributes(row: WooRow): { name: string; values: string[] }[] {
  return attributeFields.flatMap(([name, values]) => {
    const label = row.text(name, limits.optionName)
    return label ? [{ name: label, values: parseList(row.text(values, 20_000) ?? '') }] : []
  })
}

/** Adds the variant that this row is: a variation, or a product that is sold as it is. */
export function addWooVariant(product: WooProduct, row: WooRow, settings: ProductParseSettings) {
  const { builder, row: parent } = product
  const isProductRow = row === parent
  if (!isProductRow && row.text('published', 10) === '0') {
    row.say(
      'published',
      'warn',
      'variation_off',
      'This variation is switched off in the shop it comes from and is left out.',
    )
    return
  }
  const imageUrl = isProductRow ? undefined : listImageUrls(builder, row)[0]
  builder.variants.push({
    row: row.row,
    imageUrl: imageUrl ?? '',
    options: product.hasVariations ? listOptionValues(product, row) : [],
    sku: row.code('sku', limits.sku),
    barcode: row.code('barcode', limits.barcode),
    ...readPrices(product, row, settings.now),
    cost: undefined,
    ...readStock(row, parent),
    weightGrams: row.isBlank('weight')
      ? parent.weight('weight', getWeightUnit(parent))
      : row.weight('weight', getWeightUnit(row)),
  })
}

export const listImageUrls = (builder: ProductBuilder, row: WooRow) =>
  parseList(row.code('images', 100_000) ?? '')
    .map(src => parseImageUrl(builder, row.row, src))
    .filter(Boolean)

const getWeightUnit = (row: WooRow) => row.getUnit('weight') || 'kg'

/** Values in the parent's order of options; one that the parent does not list becomes an option of its own. */
function listOptionValues({ builder }: WooProduct, row: WooRow): string[] {
  const attributes = listAttributes(row)
  for (const { name } of attributes)
    if (!builder.optionNames.some(known => equalsIgnoreCase(known, name)))
      builder.optionNames.push(name)
  const values = builder.optionNames.map(known =>
    attributes.find(({ name }) => equalsIgnoreCase(known, name)),
  )
  return values.map((attribute, i) => {
    if (!attribute) return ''
    const value = attribute.values[0]
    if (value) return value
    const allValues = builder.optionValues[i]?.join(', ')
    row.say(
      attributeFields[i]?.[1] ?? 'attribute1Values',
      'warn',
      'any_value',
      `This variation fits any ${attribute.name}${allValues ? ` (${allValues})` : ''}; it is kept as one variant called “${anyOptionValue}”.`,
    )
    return anyOptionValue
  })
}

function readPrices({ builder, hasVariations }: WooProduct, row: WooRow, now: Date) {
  const regular = row.money('regularPrice')
  const sale = row.money('salePrice')
  const isOnSale = typeof sale === 'number' && isSaleActive(row, now)
  if (typeof sale === 'number' && !isOnSale)
    row.say(
      'salePrice',
      'warn',
      'sale_not_running',
      'The sale is not running today, so the regular price is used.',
    )
  const price = isOnSale ? sale : regular
  if (price === null && !row.hasColumn('regularPrice'))
    return { price: undefined, compareAtPrice: undefined }
  if (price === null || price === undefined) {
    if (row.hasColumn('regularPrice')) reportMissingPrice(builder, row, hasVariations)
    return { price: row.hasColumn('regularPrice') ? 0 : undefined, compareAtPrice: undefined }
  }
  return {
    price,
    compareAtPrice: row.hasColumn('salePrice') ? (isOnSale ? (regular ?? null) : null) : undefined,
  }
}

/** Without a price WooCommerce sells nothing; here a price of 0 would give it away, so it is not shown. */
function reportMissingPrice(builder: WooProduct['builder'], row: WooRow, isVariation: boolean) {
  row.say(
    'regularPrice',
    'warn',
    'price_missing',
    `This ${isVariation ? 'variation' : 'product'} has no price; its product is kept as a draft with the price 0.`,
  )
  builder.draft.status = 'draft'
}

function isSaleActive(row: WooRow, now: Date): boolean {
  const starts = Date.parse(row.text('saleStarts', 40) ?? '')
  const ends = Date.parse((row.text('saleEnds', 40) ?? '').replace(/ (\d):/, ' 0$1:'))
  return !(starts > now.getTime()) && !(ends < now.getTime())
}

function readStock(row: WooRow, parent: WooRow) {
  const usesParentStock = row.text('stock', 40)?.toLowerCase() === 'parent'
  const stockRow = usesParentStock ? parent : row
  const stock = stockRow.count('stock')
  const backorders = (row.isBlank('backorders') ? parent : row).text('backorders', 20)
  const allowBackorder =
    backorders === undefined ? undefined : backorders === '1' || backorders === 'notify'
  if (typeof stock === 'number') {
    if (stock < 0)
      stockRow.say(
        'stock',
        'warn',
        'stock_below_zero',
        `The stock of ${stock} is below zero and is kept as 0.`,
      )
    return { trackStock: true, stock: Math.max(0, stock), allowBackorder }
  }
  // Sold out without a count: tracked at 0, or it could be bought.
  if (row.text('inStock', 10) === '0') return { trackStock: true, stock: 0, allowBackorder }
  return {
    trackStock: stockRow.hasColumn('stock') ? false : undefined,
    stock: undefined,
    allowBackorder,
  }
}
