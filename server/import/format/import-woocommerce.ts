import { decodeEntities } from '../../lib/text/decode-entities.ts'
import type { ColumnMap } from '../file/import-column-map.ts'
import type { CsvRow } from '../file/import-csv.ts'
import { parseList } from '../file/import-list.ts'
import { RowReader } from '../file/import-row.ts'
import { createUniqueSlug, toSingleLine } from '../file/import-text.ts'
import {
  createImportProblem,
  isFileTruncated,
  type ReportProblem,
  shortenForMessage,
} from '../import-problem.ts'
import { createProductBuilder, type ProductBuilder } from '../product/import-product-builder.ts'
import type { ProductParseSettings } from '../product/import-product-draft.ts'
import type { ProductColumnKey, ProductRowReader } from '../product/product-field.ts'
import { productFields, skippableVariantFields } from '../product/product-fields.ts'
import type { ProductRowCollector } from '../product/product-row-collector.ts'
import {
  addWooVariant,
  listAttributes,
  listImageUrls,
  type WooProduct,
} from './import-woocommerce-variant.ts'

const standaloneTypes = ['simple', 'external', 'subscription', 'bundle', 'course', 'event']
const productTypes = ['variable', 'grouped', ...standaloneTypes]

/**
 * Collects products from the rows of WooCommerce's export. A variation names its parent by SKU or
 * by `id:44` and can be anywhere in the file, also before its parent, so variations wait for the
 * last row.
 */
export class WooCollector implements ProductRowCollector {
  readonly builders = new Map<string, ProductBuilder>()
  readonly hasFields: ProductRowCollector['hasFields']
  readonly imageOnlyRows = 0
  readonly #columns: ColumnMap<ProductColumnKey>
  readonly #settings: ProductParseSettings
  readonly #report: ReportProblem
  readonly #productBySku = new Map<string, WooProduct>()
  readonly #productById = new Map<string, WooProduct>()
  readonly #products: WooProduct[] = []
  readonly #variations: CsvRow[] = []
  readonly #slugs = new Set<string>()

  constructor(
    columns: ColumnMap<ProductColumnKey>,
    settings: ProductParseSettings,
    report: ReportProblem,
  ) {
    this.#columns = columns
    this.#settings = settings
    this.#report = report
    this.hasFields = {
      options: true,
      variants: true,
      images: columns.indexByField.has('imageSrc'),
    }
  }

  add(csvRow: CsvRow) {
    if (csvRow.problem && isFileTruncated(csvRow.problem)) {
      this.#report(csvRow.problem)
      return this.#reportTruncatedProducts(csvRow.row)
    }
    const types = parseList(this.#getCell(csvRow, 'type').toLowerCase())
    if (types.includes('variation')) this.#variations.push(csvRow)
    else
      this.#addProduct(
        csvRow,
        types.find(type => productTypes.includes(type)) ?? types[0] ?? 'simple',
      )
  }

  finish(): void {
    for (const variation of this.#variations) this.#addVariation(variation)
    for (const product of this.#products) {
      const { builder, hasVariations, row } = product
      if (builder.variants.length > 0 || builder.isInvalid) continue
      if (hasVariations) builder.reportProblem(row.row, 'variations_missing')
      else addWooVariant(product, row, this.#settings)
    }
  }

  #addProduct(csvRow: CsvRow, type: string) {
    const sku = this.#getCell(csvRow, 'sku')
    const id = this.#getCell(csvRow, 'id')
    const slug = createUniqueSlug(
      this.#slugs,
      decodeEntities(this.#getCell(csvRow, 'title')),
      sku || id || String(csvRow.row),
    )
    const builder = createProductBuilder(slug, true, this.#report)
    this.builders.set(String(csvRow.row), builder)
    builder.draft.rows.push(csvRow.row)
    if (csvRow.problem) return builder.report(csvRow.problem)
    const row = this.#createReader(csvRow, builder)
    const product = { builder, row, hasVariations: type === 'variable' }
    this.#products.push(product)
    if (sku && !this.#productBySku.has(sku.toLowerCase()))
      this.#productBySku.set(sku.toLowerCase(), product)
    if (id) this.#productById.set(id, product)
    addWooProductFields(product, type)
  }

  #addVariation(csvRow: CsvRow) {
    const parent = this.#getCell(csvRow, 'parent')
    const parentId = /^id:\s*(\d+)$/i.exec(parent)?.[1] ?? ''
    const product = this.#productById.get(parentId) ?? this.#productBySku.get(parent.toLowerCase())
    if (!product)
      return this.#report(
        createImportProblem({ row: csvRow.row, column: 'Parent' }, 'parent_missing', {
          parent: shortenForMessage(parent),
        }),
      )
    product.builder.draft.rows.push(csvRow.row)
    if (csvRow.problem) return product.builder.report(csvRow.problem)
    addWooVariant(product, this.#createReader(csvRow, product.builder), this.#settings)
  }

  #reportTruncatedProducts(row: number): void {
    for (const { builder, hasVariations } of this.#products)
      if (hasVariations) builder.reportProblem(row, 'broken_off')
  }

  #getCell({ cells }: CsvRow, field: ProductColumnKey): string {
    return toSingleLine(cells[this.#columns.indexByField.get(field) ?? -1] ?? '')
  }

  #createReader({ row, cells }: CsvRow, { report }: ProductBuilder): ProductRowReader {
    const settings = { exponent: this.#settings.exponent, isOwnExport: false, hasEntities: true }
    return new RowReader({
      cells,
      row,
      columns: this.#columns,
      settings,
      report,
      skippableFields: skippableVariantFields,
    })
  }
}

function addWooProductFields({ builder, row, hasVariations }: WooProduct, type: string) {
  const { draft } = builder
  for (const { read } of productFields) read?.woocommerce?.(row, draft)
  draft.title ||= undefined
  if (!draft.title) row.report('title', 'title_missing')
  if (hasVariations) {
    for (const { name, values } of listAttributes(row)) {
      builder.optionNames.push(name)
      builder.optionValues.push(values)
    }
  }
  for (const [index, sourceUrl] of listImageUrls(builder, row).entries())
    builder.images.push({ sourceUrl, alt: undefined, position: index + 1, row: row.row })
  applyType(builder, row, type)
}

function applyType(builder: ProductBuilder, row: ProductRowReader, type: string) {
  if (type === 'grouped') {
    row.report('type', 'type_unsupported')
    builder.isInvalid = true
  } else if (type === 'external') {
    row.report('type', 'type_external')
    builder.draft.status = 'draft'
  } else if (!productTypes.includes(type)) {
    row.report('type', 'type_unknown', { type: shortenForMessage(type) })
  }
}
