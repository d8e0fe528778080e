import type { CsvRow } from '../file/import-csv.ts'
import { parseBoolean } from '../file/import-number.ts'
import { createRowReader, type RowReader, type RowReadSettings } from '../file/import-row.ts'
import { createHandle, parseCategoryPaths, parseList, toSingleLine } from '../file/import-text.ts'
import type { ColumnMap, ShopifyField } from '../import-columns.ts'
import { isFileTruncated, quoteForMessage, type ReportProblem } from '../import-problem.ts'
import {
  createProductBuilder,
  type ParsedVariant,
  type ProductBuilder,
  parseImageUrl,
} from '../product/import-product-builder.ts'
import { type DraftStatus, productLimits as limits } from '../product/import-product-draft.ts'

type ShopifyRow = RowReader<ShopifyField>

const optionNumbers = [1, 2, 3] as const
/** A row with any of these is a variant; pictures, weights and policies alone do not make one. */
const variantSignFields: ShopifyField[] = [
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
const variantFields: ShopifyField[] = [...variantSignFields, 'tracker', 'policy', 'grams']

/** Products out of the rows of Shopify's format and our own, which adds columns to it. Rows of one handle may stand apart. */
export function createShopifyCollector(
  columns: ColumnMap<ShopifyField>,
  settings: RowReadSettings,
  report: ReportProblem,
) {
  const builderByKey = new Map<string, ProductBuilder>()
  const handles = new Set<string>()
  const handleIndex = columns.indexByField.get('handle') ?? 0
  const hasVariants = variantFields.some(field => columns.indexByField.has(field))
  let imageOnlyRows = 0
  let lastBuilder: ProductBuilder | undefined

  const findOrCreateBuilder = (key: string) => {
    const existingBuilder = builderByKey.get(key)
    if (existingBuilder) return existingBuilder
    let handle = createHandle(key)
    // Two handles that differ only in signs which an address cannot have are two products.
    for (let n = 2; handles.has(handle); n++) handle = `${createHandle(key).slice(0, 116)}-${n}`
    handles.add(handle)
    const builder = createProductBuilder(handle, false, report)
    builderByKey.set(key, builder)
    return builder
  }

  return {
    hasFields: {
      options: columns.indexByField.has('option1Value'),
      variants: hasVariants,
      images: columns.indexByField.has('imageSrc') || columns.indexByField.has('variantImage'),
    },
    builders: builderByKey,
    imageOnlyRows: () => imageOnlyRows,
    add({ row, cells, problem }: CsvRow) {
      const key = toSingleLine(cells[handleIndex] ?? '').toLowerCase()
      // More rows of the product before it may stand in the part that could not be read.
      if (problem && isFileTruncated(problem)) return (lastBuilder?.report ?? report)(problem)
      if (key === '')
        return report(
          problem ?? {
            row,
            column: columns.header[handleIndex] ?? '',
            level: 'error',
            code: 'handle_missing',
            message: 'This row has no handle, so it belongs to no product.',
          },
        )
      const builder = findOrCreateBuilder(key)
      lastBuilder = builder
      builder.draft.rows.push(row)
      if (problem) return builder.report(problem)
      if (
        addProductRow(
          builder,
          createRowReader(cells, row, columns, settings, builder.report),
          settings,
          hasVariants,
        )
      )
        imageOnlyRows++
    },
  }
}

/** Adds what a row says to its product; true when that is a picture and nothing else. */
function addProductRow(
  builder: ProductBuilder,
  row: ShopifyRow,
  settings: RowReadSettings,
  hasVariants: boolean,
): boolean {
  const isFirst = builder.draft.title === undefined && !row.isBlank('title')
  if (builder.draft.rows.length === 1 || isFirst) addProductFields(builder, row, settings)
  addOptionNames(builder, row)
  addImage(builder, row)
  const isVariant =
    variantSignFields.some(field => !row.isBlank(field)) ||
    (isFirst && builder.variants.length === 0)
  if (hasVariants && isVariant) builder.variants.push(readVariant(builder, row))
  return !(hasVariants && isVariant) && !row.isBlank('imageSrc')
}

/** What stands on a product's first row alone. */
function addProductFields(
  { draft }: ProductBuilder,
  row: ShopifyRow,
  { isOwnExport: isOwn }: RowReadSettings,
) {
  draft.title = row.text('title', limits.title) || undefined
  draft.descriptionHtml = row.multilineText('description')
  draft.vendor = row.text('vendor', limits.vendor)
  draft.productType = row.text('productType', limits.productType)
  const tags = row.text('tags', 10_000)
  draft.tags = tags === undefined ? undefined : parseTags(tags, isOwn)
  draft.status = readStatus(row)
  draft.categories = readCategories(row)
  draft.seoTitle = row.truncatedText('seoTitle', limits.seoTitle)
  draft.seoDescription = row.truncatedText('seoDescription', limits.seoDescription)
}

// Shopify's tags cannot hold a comma and it escapes nothing, so a backslash there is a backslash.
const parseTags = (text: string, isOwnExport: boolean) =>
  isOwnExport
    ? parseList(text)
    : text
        .split(',')
        .map(tag => tag.trim())
        .filter(Boolean)

function readCategories(row: ShopifyRow): string[][] | undefined {
  const ownCategories = row.text('categories', 10_000)
  if (ownCategories !== undefined) return parseCategoryPaths(ownCategories)
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

function readStatus(row: ShopifyRow): DraftStatus | undefined {
  const published = parseBoolean(row.text('published', 20) ?? '')
  const status = row.text('status', 20)?.toLowerCase() ?? ''
  if (status === 'draft' || status === 'archived') return status
  if (status === 'active') return published === false ? reportHidden(row) : 'active'
  if (status !== '' && status !== 'unlisted')
    row.say(
      'status',
      'error',
      'status_unknown',
      `${quoteForMessage(status)} is not a status: use active, draft or archived.`,
    )
  if (status === 'unlisted') return reportHidden(row)
  return published === undefined ? undefined : published ? 'active' : 'draft'
}

function reportHidden(row: ShopifyRow): DraftStatus {
  row.say(
    'status',
    'warn',
    'not_published',
    'The product is not shown in the shop it comes from, so it is kept as a draft.',
  )
  return 'draft'
}

function addOptionNames(builder: ProductBuilder, row: ShopifyRow) {
  for (const n of optionNumbers) {
    const name = row.text(`option${n}Name`, limits.optionName)
    if (name && !builder.optionNames[n - 1]) builder.optionNames[n - 1] = name
    const values = row.text(`option${n}Values`, 20_000)
    if (values) builder.optionValues[n - 1] ??= parseList(values)
  }
}

function readVariant(builder: ProductBuilder, row: ShopifyRow): ParsedVariant {
  if (row.hasColumn('price') && row.isBlank('price'))
    row.say('price', 'error', 'price_missing', 'This variant has no price.')
  const stock = row.count('stock')
  if (typeof stock === 'number' && stock < 0)
    row.say(
      'stock',
      'warn',
      'stock_below_zero',
      `The stock of ${stock} is below zero and is kept as 0.`,
    )
  const isTracked = row.hasColumn('tracker')
    ? !row.isBlank('tracker')
    : row.hasColumn('stock')
      ? !row.isBlank('stock')
      : undefined
  return {
    row: row.row,
    imageUrl: parseImageUrl(builder, row.row, row.code('variantImage', 100_000) ?? ''),
    options: optionNumbers.map(n => row.text(`option${n}Value`, limits.optionValue) ?? ''),
    sku: row.code('sku', limits.sku),
    barcode: row.code('barcode', limits.barcode),
    price: row.money('price') ?? undefined,
    compareAtPrice: row.money('compareAtPrice'),
    cost: row.money('cost'),
    trackStock: isTracked,
    stock: typeof stock === 'number' ? Math.max(0, stock) : undefined,
    allowBackorder: row.hasColumn('policy')
      ? parseBoolean(row.text('policy', 20) ?? '')
      : undefined,
    weightGrams: row.weight('grams', 'g'),
  }
}

function addImage(builder: ProductBuilder, row: ShopifyRow) {
  const src = parseImageUrl(builder, row.row, row.code('imageSrc', 100_000) ?? '')
  if (!src) return
  // Without positions the order of the rows is the order of the pictures.
  const position = row.isBlank('imagePosition') ? undefined : row.count('imagePosition')
  builder.images.push({
    src,
    alt: row.truncatedText('imageAlt', limits.alt),
    position: position ?? builder.images.length + 1,
    row: row.row,
  })
}
