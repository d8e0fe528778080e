import type { CsvRow } from '../file/import-csv.ts'
import { parseFlag } from '../file/import-number.ts'
import { type RowReader, type RowSettings, readRow } from '../file/import-row.ts'
import { handleOf, oneLine, splitList, splitPaths } from '../file/import-text.ts'
import type { ColumnMap, ShopifyField } from '../import-columns.ts'
import { isBrokenOff, quoted, type Report } from '../import-problem.ts'
import {
  addressOf,
  type Building,
  type BuildingVariant,
  startBuilding,
} from '../product/import-product-building.ts'
import { type DraftStatus, productLimits as limits } from '../product/import-product-draft.ts'

type Row = RowReader<ShopifyField>

const numbers = [1, 2, 3] as const
/** A row with any of these is a variant; pictures, weights and policies alone do not make one. */
const variantMarks: ShopifyField[] = [
  'option1Value',
  'option2Value',
  'option3Value',
  'sku',
  'price',
  'compareAtPrice',
  'barcode',
  'stock',
  'variantImage',
  'cost',
]
const variantFields: ShopifyField[] = [...variantMarks, 'tracker', 'policy', 'grams']

/** Products out of the rows of Shopify's format and our own, which adds columns to it. Rows of one handle may stand apart. */
export function shopifyProducts(
  columns: ColumnMap<ShopifyField>,
  settings: RowSettings,
  report: Report,
) {
  const byKey = new Map<string, Building>()
  const handles = new Set<string>()
  const handleAt = columns.at.get('handle') ?? 0
  const hasVariants = variantFields.some(field => columns.at.has(field))
  let imageOnlyRows = 0
  let last: Building | undefined

  const find = (key: string) => {
    const known = byKey.get(key)
    if (known) return known
    let handle = handleOf(key)
    // Two handles that differ only in signs which an address cannot have are two products.
    for (let n = 2; handles.has(handle); n++) handle = `${handleOf(key).slice(0, 116)}-${n}`
    handles.add(handle)
    const building = startBuilding(handle, false, report)
    byKey.set(key, building)
    return building
  }

  return {
    has: {
      options: columns.at.has('option1Value'),
      variants: hasVariants,
      images: columns.at.has('imageSrc') || columns.at.has('variantImage'),
    },
    buildings: byKey,
    imageOnlyRows: () => imageOnlyRows,
    add({ row, cells, problem }: CsvRow) {
      const key = oneLine(cells[handleAt] ?? '').toLowerCase()
      // More rows of the product before it may stand in the part that could not be read.
      if (problem && isBrokenOff(problem)) return (last?.report ?? report)(problem)
      if (key === '')
        return report(
          problem ?? {
            row,
            column: columns.header[handleAt] ?? '',
            level: 'error',
            code: 'handle_missing',
            message: 'This row has no handle, so it belongs to no product.',
          },
        )
      const building = find(key)
      last = building
      building.draft.rows.push(row)
      if (problem) return building.report(problem)
      if (
        readProductRow(
          building,
          readRow(cells, row, columns, settings, building.report),
          settings,
          hasVariants,
        )
      )
        imageOnlyRows++
    },
  }
}

/** Adds what a row says to its product; true when that is a picture and nothing else. */
function readProductRow(
  building: Building,
  row: Row,
  settings: RowSettings,
  hasVariants: boolean,
): boolean {
  const isFirst = building.draft.title === undefined && !row.isBlank('title')
  if (building.draft.rows.length === 1 || isFirst) readProduct(building, row, settings)
  readOptionNames(building, row)
  readImage(building, row)
  const isVariant =
    variantMarks.some(field => !row.isBlank(field)) || (isFirst && building.variants.length === 0)
  if (hasVariants && isVariant) building.variants.push(readVariant(building, row))
  return !(hasVariants && isVariant) && !row.isBlank('imageSrc')
}

/** What stands on a product's first row alone. */
function readProduct({ draft }: Building, row: Row, { isOwn }: RowSettings) {
  draft.title = row.text('title', limits.title) || undefined
  draft.descriptionHtml = row.body('description')
  draft.vendor = row.text('vendor', limits.vendor)
  draft.productType = row.text('productType', limits.productType)
  const tags = row.text('tags', 10_000)
  draft.tags = tags === undefined ? undefined : splitTags(tags, isOwn)
  draft.status = readStatus(row)
  draft.categories = readCategories(row)
  draft.seoTitle = row.shortText('seoTitle', limits.seoTitle)
  draft.seoDescription = row.shortText('seoDescription', limits.seoDescription)
}

// Shopify's tags cannot hold a comma and it escapes nothing, so a backslash there is a backslash.
const splitTags = (text: string, isOwn: boolean) =>
  isOwn
    ? splitList(text)
    : text
        .split(',')
        .map(tag => tag.trim())
        .filter(Boolean)

function readCategories(row: Row): string[][] | undefined {
  const own = row.text('categories', 10_000)
  if (own !== undefined) return splitPaths(own)
  const path = row.text('productCategory', 1000)
  const collection = row.text('collection', limits.categoryName)
  if (path === undefined && collection === undefined) return undefined
  // A number here is an entry of Google's list and says nothing to a shopper.
  const names = (path ?? '')
    .split('>')
    .map(name => name.trim())
    .filter(name => name !== '' && !/^\d+$/.test(name))
  return [names, collection ? [collection] : []].filter(each => each.length > 0)
}

function readStatus(row: Row): DraftStatus | undefined {
  const published = parseFlag(row.text('published', 20) ?? '')
  const status = row.text('status', 20)?.toLowerCase() ?? ''
  if (status === 'draft' || status === 'archived') return status
  if (status === 'active') return published === false ? hidden(row) : 'active'
  if (status !== '' && status !== 'unlisted')
    row.say(
      'status',
      'error',
      'status_unknown',
      `${quoted(status)} is not a status: use active, draft or archived.`,
    )
  if (status === 'unlisted') return hidden(row)
  return published === undefined ? undefined : published ? 'active' : 'draft'
}

function hidden(row: Row): DraftStatus {
  row.say(
    'status',
    'warn',
    'not_published',
    'The product is not shown in the shop it comes from, so it is kept as a draft.',
  )
  return 'draft'
}

function readOptionNames(building: Building, row: Row) {
  for (const n of numbers) {
    const name = row.text(`option${n}Name`, limits.optionName)
    if (name && !building.optionNames[n - 1]) building.optionNames[n - 1] = name
    const values = row.text(`option${n}Values`, 20_000)
    if (values) building.optionValues[n - 1] ??= splitList(values)
  }
}

function readVariant(building: Building, row: Row): BuildingVariant {
  if (row.has('price') && row.isBlank('price'))
    row.say('price', 'error', 'price_missing', 'This variant has no price.')
  const stock = row.count('stock')
  if (typeof stock === 'number' && stock < 0)
    row.say(
      'stock',
      'warn',
      'stock_below_zero',
      `The stock of ${stock} is below zero and is kept as 0.`,
    )
  const isTracked = row.has('tracker')
    ? !row.isBlank('tracker')
    : row.has('stock')
      ? !row.isBlank('stock')
      : undefined
  return {
    row: row.row,
    imageSrc: addressOf(building, row.row, row.code('variantImage', 100_000) ?? ''),
    options: numbers.map(n => row.text(`option${n}Value`, limits.optionValue) ?? ''),
    sku: row.code('sku', limits.sku),
    barcode: row.code('barcode', limits.barcode),
    price: row.money('price') ?? undefined,
    compareAtPrice: row.money('compareAtPrice'),
    cost: row.money('cost'),
    trackStock: isTracked,
    stock: typeof stock === 'number' ? Math.max(0, stock) : undefined,
    allowBackorder: row.has('policy') ? parseFlag(row.text('policy', 20) ?? '') : undefined,
    weightGrams: row.weight('grams', 'g'),
  }
}

function readImage(building: Building, row: Row) {
  const src = addressOf(building, row.row, row.code('imageSrc', 100_000) ?? '')
  if (!src) return
  // Without positions the order of the rows is the order of the pictures.
  const position = row.isBlank('imagePosition') ? undefined : row.count('imagePosition')
  building.images.push({
    src,
    alt: row.shortText('imageAlt', limits.alt),
    position: position ?? building.images.length + 1,
    row: row.row,
  })
}
