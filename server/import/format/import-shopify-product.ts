import type { ColumnMap } from '../file/import-column-map.ts'
import type { CsvRow } from '../file/import-csv.ts'
import { createRowReader, type RowReadSettings } from '../file/import-row.ts'
import { createHandle, parseList, toSingleLine } from '../file/import-text.ts'
import { isFileTruncated, type ReportProblem } from '../import-problem.ts'
import {
  createProductBuilder,
  type ParsedVariant,
  type ProductBuilder,
  parseImageUrl,
} from '../product/import-product-builder.ts'
import { productLimits as limits } from '../product/import-product-draft.ts'
import type { ProductColumnKey, ProductRowReader } from '../product/product-field.ts'
import { productFields } from '../product/product-fields.ts'

const optionNumbers = [1, 2, 3] as const
/** Image addresses are checked one by one; the cell may hold several. */
const maxUrlCellLength = 100_000
const variantMarks = productFields.filter(field => field.marksVariant).map(field => field.key)
const variantKeys = productFields
  .filter(field => field.marksVariant || field.readVariant?.shopify)
  .map(field => field.key)

/** Products out of the rows of Shopify's format and our own, which adds columns to it. Rows of one handle may stand apart. */
export function createShopifyCollector(
  columns: ColumnMap<ProductColumnKey>,
  settings: RowReadSettings,
  report: ReportProblem,
) {
  const builderByKey = new Map<string, ProductBuilder>()
  const handles = new Set<string>()
  const handleIndex = columns.indexByField.get('slug') ?? 0
  const hasVariants = variantKeys.some(field => columns.indexByField.has(field))
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
  row: ProductRowReader,
  hasVariants: boolean,
): boolean {
  const isFirst = builder.draft.title === undefined && !row.isBlank('title')
  if (builder.draft.rows.length === 1 || isFirst) addProductFields(builder, row)
  addOptionNames(builder, row)
  addImage(builder, row)
  const isVariant =
    variantMarks.some(field => !row.isBlank(field)) || (isFirst && builder.variants.length === 0)
  if (hasVariants && isVariant) builder.variants.push(readVariant(builder, row))
  return !(hasVariants && isVariant) && !row.isBlank('imageSrc')
}

/** Reads the fields that only the first row of a product has. */
function addProductFields({ draft }: ProductBuilder, row: ProductRowReader) {
  for (const { read } of productFields) read?.shopify?.(row, draft)
  draft.title ||= undefined
}

function addOptionNames(builder: ProductBuilder, row: ProductRowReader) {
  for (const n of optionNumbers) {
    const name = row.text(`option${n}Name`, limits.optionName)
    if (name && !builder.optionNames[n - 1]) builder.optionNames[n - 1] = name
    const values = row.text(`option${n}Values`, 20_000)
    if (values) builder.optionValues[n - 1] ??= parseList(values)
  }
}

function readVariant(builder: ProductBuilder, row: ProductRowReader): ParsedVariant {
  const variant: ParsedVariant = {
    row: row.row,
    imageUrl: parseImageUrl(builder, row.row, row.code('variantImage', maxUrlCellLength) ?? ''),
    options: optionNumbers.map(n => row.text(`option${n}Value`, limits.optionValue) ?? ''),
  }
  for (const { readVariant: read } of productFields) read?.shopify?.(row, variant)
  return variant
}

function addImage(builder: ProductBuilder, row: ProductRowReader) {
  const sourceUrl = parseImageUrl(builder, row.row, row.code('imageSrc', maxUrlCellLength) ?? '')
  if (!sourceUrl) return
  // Without positions the order of the rows is the order of the pictures.
  const position = row.isBlank('imagePosition') ? undefined : row.count('imagePosition')
  builder.images.push({
    sourceUrl,
    alt: row.truncatedText('imageAlt', limits.alt),
    position: position ?? builder.images.length + 1,
    row: row.row,
  })
}
