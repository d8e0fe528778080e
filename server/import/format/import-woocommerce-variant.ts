import { parseList } from '../file/import-list.ts'
import { equalsIgnoreCase } from '../file/import-text.ts'
import { isWithinDates } from '../file/import-time.ts'
import {
  type ParsedVariant,
  type ProductBuilder,
  parseImageUrl,
} from '../product/import-product-builder.ts'
import {
  productLimits as limits,
  type ProductParseSettings,
} from '../product/import-product-draft.ts'
import type { ProductColumnKey, ProductRowReader } from '../product/product-field.ts'
import { productFields } from '../product/product-fields.ts'

/**
 * A product with variations, or one without variations. Its variations inherit blank cells of
 * `row`.
 */
export type WooProduct = { builder: ProductBuilder; row: ProductRowReader; hasVariations: boolean }

const attributeFields: readonly (readonly [ProductColumnKey, ProductColumnKey])[] = [
  ['attribute1Name', 'attribute1Values'],
  ['attribute2Name', 'attribute2Values'],
  ['attribute3Name', 'attribute3Values'],
  ['attribute4Name', 'attribute4Values'],
  ['attribute5Name', 'attribute5Values'],
]

/**
 * The option value of a variation that fits any value. It stays one variant with one stock and one
 * SKU.
 */
const anyOptionValue = 'Any'

export function listAttributes(row: ProductRowReader): { name: string; values: string[] }[] {
  return attributeFields.flatMap(([name, values]) => {
    const label = row.text(name, limits.optionName)
    return label ? [{ name: label, values: parseList(row.text(values, 20_000) ?? '') }] : []
  })
}

/** Adds the variant of this row: a variation, or a product without variations. */
export function addWooVariant(
  product: WooProduct,
  row: ProductRowReader,
  settings: ProductParseSettings,
) {
  const { builder, row: parent } = product
  const isProductRow = row === parent
  if (!isProductRow && row.text('published', 10) === '0') {
    row.report('published', 'variation_off')
    return
  }
  const imageUrl = isProductRow ? undefined : listImageUrls(builder, row)[0]
  const variant: ParsedVariant = {
    row: row.row,
    imageUrl: imageUrl ?? '',
    options: product.hasVariations ? listOptionValues(product, row) : [],
    ...readPrices(product, row, settings),
    ...readStock(row, parent),
    weight: readWeight(row.isBlank('weight') ? parent : row),
  }
  for (const { readVariant } of productFields) readVariant?.woocommerce?.(row, variant)
  builder.variants.push(variant)
}

/** Grams; 0 for a blank cell, undefined without a column. */
function readWeight(row: ProductRowReader): number | undefined {
  const weight = row.weight('weight', row.getUnit('weight') || 'kg')
  return weight === null ? 0 : weight
}

export const listImageUrls = (builder: ProductBuilder, row: ProductRowReader) =>
  parseList(row.code('imageSrc', 100_000) ?? '')
    .map(src => parseImageUrl(builder, row.row, src))
    .filter(Boolean)

/**
 * Returns the values in the parent's order of options. An attribute that is new to the parent
 * becomes an option.
 */
function listOptionValues({ builder }: WooProduct, row: ProductRowReader): string[] {
  const attributes = listAttributes(row)
  for (const { name } of attributes)
    if (!builder.optionNames.some(optionName => equalsIgnoreCase(optionName, name)))
      builder.optionNames.push(name)
  const values = builder.optionNames.map(optionName =>
    attributes.find(({ name }) => equalsIgnoreCase(optionName, name)),
  )
  return values.map((attribute, i) => {
    if (!attribute) return ''
    const value = attribute.values[0]
    if (value) return value
    row.report(attributeFields[i]?.[1] ?? 'attribute1Values', 'any_value', {
      option: attribute.name,
      name: anyOptionValue,
    })
    return anyOptionValue
  })
}

function readPrices(
  { builder, hasVariations }: WooProduct,
  row: ProductRowReader,
  { now, timeZone = 'UTC' }: ProductParseSettings,
) {
  const regular = row.money('price')
  const sale = row.money('salePrice')
  const isOnSale = typeof sale === 'number' && isSaleActive(row, now, timeZone)
  if (typeof sale === 'number' && !isOnSale) row.report('salePrice', 'sale_not_running')
  const price = isOnSale ? sale : regular
  // An invalid price is reported already. Only a blank one becomes 0.
  if (price === undefined && !row.isBlank('price'))
    return { price: undefined, compareAtPrice: undefined }
  if (price === null && !row.hasColumn('price'))
    return { price: undefined, compareAtPrice: undefined }
  if (price === null || price === undefined) {
    if (row.hasColumn('price')) reportMissingPrice(builder, row, hasVariations)
    return { price: row.hasColumn('price') ? 0 : undefined, compareAtPrice: undefined }
  }
  const compareAtPrice = isOnSale ? (regular ?? null) : null
  return { price, compareAtPrice: row.hasColumn('salePrice') ? compareAtPrice : undefined }
}

/**
 * WooCommerce does not sell a product without a price. A price of 0 would give it away, so it
 * becomes a draft.
 */
function reportMissingPrice(
  builder: WooProduct['builder'],
  row: ProductRowReader,
  isVariation: boolean,
) {
  row.report('price', isVariation ? 'variation_price_missing' : 'product_price_missing')
  builder.draft.status = 'draft'
}

const isSaleActive = (row: ProductRowReader, now: Date, timeZone: string) =>
  isWithinDates(
    now,
    { from: row.text('saleStarts', 40) ?? '', to: row.text('saleEnds', 40) ?? '' },
    timeZone,
  )

function readStock(row: ProductRowReader, parent: ProductRowReader) {
  const usesParentStock = row.text('stock', 40)?.toLowerCase() === 'parent'
  const stockRow = usesParentStock ? parent : row
  const backorders = (row.isBlank('allowBackorder') ? parent : row).text('allowBackorder', 20)
  const allowBackorder =
    backorders === undefined ? undefined : backorders === '1' || backorders === 'notify'
  const stock = stockRow.stock('stock', allowBackorder === true)
  if (stock !== undefined) return { trackStock: true, stock, allowBackorder }
  // A product that is out of stock without a count is tracked at 0, so that customers can't order
  // it.
  if (row.text('inStock', 10) === '0') return { trackStock: true, stock: 0, allowBackorder }
  return {
    trackStock: stockRow.hasColumn('stock') ? false : undefined,
    stock: undefined,
    allowBackorder,
  }
}
