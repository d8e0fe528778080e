import type { RowReader } from '../file/import-row.ts'
import { sameText, splitList } from '../file/import-text.ts'
import type { WooField } from '../import-columns.ts'
import { addressOf, type Building } from '../product/import-product-building.ts'
import { productLimits as limits, type ReadSettings } from '../product/import-product-draft.ts'

export type WooRow = RowReader<WooField>
/** A variable product or one that is sold as it is, with what its variations take over from it. */
export type WooProduct = { building: Building; row: WooRow; isVariable: boolean }

const attributeFields: readonly (readonly [WooField, WooField])[] = [
  ['attribute1Name', 'attribute1Values'],
  ['attribute2Name', 'attribute2Values'],
  ['attribute3Name', 'attribute3Values'],
  ['attribute4Name', 'attribute4Values'],
  ['attribute5Name', 'attribute5Values'],
]

/** What a variation that fits any value is called: it stays one variant with one stock and one SKU. */
const anyValue = 'Any'

export function attributesOf(row: WooRow): { name: string; values: string[] }[] {
  return attributeFields.flatMap(([name, values]) => {
    const label = row.text(name, limits.optionName)
    return label ? [{ name: label, values: splitList(row.text(values, 20_000) ?? '') }] : []
  })
}

/** Adds the variant that this row is: a variation, or a product that is sold as it is. */
export function readWooVariant(product: WooProduct, row: WooRow, settings: ReadSettings) {
  const { building, row: parent } = product
  const isOwnRow = row === parent
  if (!isOwnRow && row.text('published', 10) === '0') {
    row.say(
      'published',
      'warn',
      'variation_off',
      'This variation is switched off in the shop it comes from and is left out.',
    )
    return
  }
  const image = isOwnRow ? undefined : imagesOf(building, row)[0]
  building.variants.push({
    row: row.row,
    imageSrc: image ?? '',
    options: product.isVariable ? optionsOf(product, row) : [],
    sku: row.code('sku', limits.sku),
    barcode: row.code('barcode', limits.barcode),
    ...readPrices(product, row, settings.now),
    cost: undefined,
    ...readStock(row, parent),
    weightGrams: row.isBlank('weight')
      ? parent.weight('weight', parentUnit(parent))
      : row.weight('weight', parentUnit(row)),
  })
}

export const imagesOf = (building: Building, row: WooRow) =>
  splitList(row.code('images', 100_000) ?? '')
    .map(src => addressOf(building, row.row, src))
    .filter(Boolean)

const parentUnit = (row: WooRow) => row.unitOf('weight') || 'kg'

/** Values in the parent's order of options; one that the parent does not list becomes an option of its own. */
function optionsOf({ building }: WooProduct, row: WooRow): string[] {
  const attributes = attributesOf(row)
  for (const { name } of attributes)
    if (!building.optionNames.some(known => sameText(known, name))) building.optionNames.push(name)
  const values = building.optionNames.map(known =>
    attributes.find(({ name }) => sameText(known, name)),
  )
  return values.map((attribute, i) => {
    if (!attribute) return ''
    const value = attribute.values[0]
    if (value) return value
    const all = building.optionValues[i]?.join(', ')
    row.say(
      attributeFields[i]?.[1] ?? 'attribute1Values',
      'warn',
      'any_value',
      `This variation fits any ${attribute.name}${all ? ` (${all})` : ''}; it is kept as one variant called “${anyValue}”.`,
    )
    return anyValue
  })
}

function readPrices({ building, isVariable }: WooProduct, row: WooRow, now: Date) {
  const regular = row.money('regularPrice')
  const sale = row.money('salePrice')
  const isOnSale = typeof sale === 'number' && isRunning(row, now)
  if (typeof sale === 'number' && !isOnSale)
    row.say(
      'salePrice',
      'warn',
      'sale_not_running',
      'The sale is not running today, so the regular price is used.',
    )
  const price = isOnSale ? sale : regular
  if (price === null && !row.has('regularPrice'))
    return { price: undefined, compareAtPrice: undefined }
  if (price === null || price === undefined) {
    if (row.has('regularPrice')) withoutPrice(building, row, isVariable)
    return { price: row.has('regularPrice') ? 0 : undefined, compareAtPrice: undefined }
  }
  return {
    price,
    compareAtPrice: row.has('salePrice') ? (isOnSale ? (regular ?? null) : null) : undefined,
  }
}

/** Without a price WooCommerce sells nothing; here a price of 0 would give it away, so it is not shown. */
function withoutPrice(building: WooProduct['building'], row: WooRow, isVariation: boolean) {
  row.say(
    'regularPrice',
    'warn',
    'price_missing',
    `This ${isVariation ? 'variation' : 'product'} has no price; its product is kept as a draft with the price 0.`,
  )
  building.draft.status = 'draft'
}

function isRunning(row: WooRow, now: Date): boolean {
  const starts = Date.parse(row.text('saleStarts', 40) ?? '')
  const ends = Date.parse((row.text('saleEnds', 40) ?? '').replace(/ (\d):/, ' 0$1:'))
  return !(starts > now.getTime()) && !(ends < now.getTime())
}

function readStock(row: WooRow, parent: WooRow) {
  const isParents = row.text('stock', 40)?.toLowerCase() === 'parent'
  const from = isParents ? parent : row
  const stock = from.count('stock')
  const backorders = (row.isBlank('backorders') ? parent : row).text('backorders', 20)
  const allowBackorder =
    backorders === undefined ? undefined : backorders === '1' || backorders === 'notify'
  if (typeof stock === 'number') {
    if (stock < 0)
      from.say(
        'stock',
        'warn',
        'stock_below_zero',
        `The stock of ${stock} is below zero and is kept as 0.`,
      )
    return { trackStock: true, stock: Math.max(0, stock), allowBackorder }
  }
  // Sold out without a count: tracked at 0, or it could be bought.
  if (row.text('inStock', 10) === '0') return { trackStock: true, stock: 0, allowBackorder }
  return { trackStock: from.has('stock') ? false : undefined, stock: undefined, allowBackorder }
}
