import { decodeEntities } from '../../lib/text/decode-entities.ts'
import type { ColumnMap } from '../file/import-column-map.ts'
import type { CsvRow } from '../file/import-csv.ts'
import { parseList } from '../file/import-list.ts'
import { RowReader, type RowReadSettings } from '../file/import-row.ts'
import { createSlug, createUniqueSlug, toSingleLine } from '../file/import-text.ts'
import { createImportProblem, isFileTruncated, type ReportProblem } from '../import-problem.ts'
import {
  createProductBuilder,
  type ParsedVariant,
  type ProductBuilder,
  parseImageUrl,
} from '../product/import-product-builder.ts'
import { productLimits as limits } from '../product/import-product-draft.ts'
import type { ProductColumnKey, ProductRowReader } from '../product/product-field.ts'
import { productFields, skippableVariantFields } from '../product/product-fields.ts'
import type { ProductRowCollector } from '../product/product-row-collector.ts'

const optionNumbers = [1, 2, 3] as const
/** A cell can hold several image addresses; each has its own limit. */
const maxUrlCellLength = 100_000
const variantMarks = productFields.filter(field => field.marksVariant).map(field => field.key)
const variantKeys = productFields
  .filter(field => field.marksVariant || field.readVariant?.shopify)
  .map(field => field.key)

/**
 * Collects products from the rows of Shopify's format and of Storewright's, which has more columns.
 * The rows of a slug can be anywhere in the file.
 */
export class ShopifyCollector implements ProductRowCollector {
  readonly builders = new Map<string, ProductBuilder>()
  readonly hasFields: ProductRowCollector['hasFields']
  imageOnlyRows = 0
  readonly #columns: ColumnMap<ProductColumnKey>
  readonly #settings: RowReadSettings
  readonly #report: ReportProblem
  readonly #slugs = new Set<string>()
  #lastBuilder: ProductBuilder | undefined
  #lastKey = ''
  #productCount = 0

  constructor(
    columns: ColumnMap<ProductColumnKey>,
    settings: RowReadSettings,
    report: ReportProblem,
  ) {
    const hasColumn = (field: ProductColumnKey) => columns.indexByField.has(field)
    this.#columns = columns
    this.#settings = settings
    this.#report = report
    this.hasFields = {
      options: hasColumn('option1Value'),
      variants: variantKeys.some(hasColumn),
      images: hasColumn('imageSrc') || hasColumn('variantImage'),
    }
  }

  add({ row, cells, problem }: CsvRow) {
    const key = this.#createProductKey(cells)
    // The part that could not be read may have more rows of the product before it.
    if (problem && isFileTruncated(problem))
      return (this.#lastBuilder?.report ?? this.#report)(problem)
    if (key === '') return this.#report(problem ?? this.#createSlugMissingProblem(row))
    const builder = this.#findOrCreateBuilder(key, cells)
    this.#lastBuilder = builder
    this.#lastKey = key
    builder.draft.rows.push(row)
    if (problem) return builder.report(problem)
    const reader = new RowReader({
      cells,
      row,
      columns: this.#columns,
      settings: this.#settings,
      report: builder.report,
      skippableFields: skippableVariantFields,
    })
    if (addProductRow(builder, reader, this.hasFields.variants)) this.imageOnlyRows++
  }

  #createSlugMissingProblem(row: number) {
    const column = this.#columns.header[this.#columns.indexByField.get('slug') ?? -1] ?? ''
    return createImportProblem({ row, column }, 'handle_missing')
  }

  #getCell(cells: readonly string[], field: ProductColumnKey): string {
    return toSingleLine(cells[this.#columns.indexByField.get(field) ?? -1] ?? '')
  }

  #getTitle(cells: readonly string[]): string {
    const title = this.#getCell(cells, 'title')
    return this.#settings.hasEntities ? decodeEntities(title) : title
  }

  /**
   * Returns the text that the rows of a product share, or '' for a row that names no product. Rows
   * without a slug are variants of one product if they have the same title and option values.
   */
  #createProductKey(cells: readonly string[]): string {
    const receivedSlug = this.#getCell(cells, 'slug').toLowerCase()
    if (receivedSlug) return receivedSlug
    const title = this.#getCell(cells, 'title').toLowerCase()
    const hasCell = (field: ProductColumnKey) => this.#getCell(cells, field) !== ''
    const hasOption = optionNumbers.some(n => this.#getCell(cells, `option${n}Value`))
    if (title) return hasOption ? `title ${title}` : `product ${++this.#productCount}`
    if (this.#columns.indexByField.has('slug')) return ''
    const sku = this.#getCell(cells, 'sku').toLowerCase()
    if (!this.#columns.indexByField.has('title')) return sku && `sku ${sku}`
    // A row with other options or images continues the product before it.
    const isProduct = !hasOption && (['sku', 'price', 'stock'] as const).some(hasCell)
    if (!isProduct) return this.#lastKey
    return sku ? `sku ${sku}` : `product ${++this.#productCount}`
  }

  #findOrCreateBuilder(key: string, cells: readonly string[]): ProductBuilder {
    const existingBuilder = this.builders.get(key)
    if (existingBuilder) return existingBuilder
    const receivedSlug = this.#getCell(cells, 'slug').toLowerCase()
    const sku = this.#getCell(cells, 'sku')
    const slug = receivedSlug
      ? this.#createUniqueSlug(receivedSlug)
      : createUniqueSlug(this.#slugs, this.#getTitle(cells) || sku, sku)
    const builder = createProductBuilder(slug, receivedSlug === '', this.#report)
    this.builders.set(key, builder)
    return builder
  }

  /** Two slugs that differ only in characters which a URL can't have are two products. */
  #createUniqueSlug(text: string): string {
    const base = createSlug(text)
    let slug = base
    for (let n = 2; this.#slugs.has(slug); n++) slug = `${base.slice(0, 116)}-${n}`
    this.#slugs.add(slug)
    return slug
  }
}

/** Adds a row to its product. Returns whether the row holds an image and nothing else. */
function addProductRow(
  builder: ProductBuilder,
  row: ProductRowReader,
  hasVariants: boolean,
): boolean {
  const isFirst = builder.draft.title === undefined && !row.isBlank('title')
  if (builder.draft.rows.length === 1 || isFirst) addProductFields(builder, row)
  addOptionNames(builder, row)
  addImages(builder, row)
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

/** Adds the images of a cell, which can hold several URLs on lines of their own. */
function addImages(builder: ProductBuilder, row: ProductRowReader) {
  const urls = (row.multilineText('imageSrc') ?? '').slice(0, maxUrlCellLength).split('\n')
  for (const url of urls) addImage(builder, row, url)
}

function addImage(builder: ProductBuilder, row: ProductRowReader, url: string) {
  const sourceUrl = parseImageUrl(builder, row.row, url)
  if (!sourceUrl) return
  // Without positions, the images are in the order of the rows.
  const position = row.isBlank('imagePosition') ? undefined : row.count('imagePosition')
  builder.images.push({
    sourceUrl,
    alt: row.truncatedText('imageAlt', limits.alt),
    position: position ?? builder.images.length + 1,
    row: row.row,
  })
}
