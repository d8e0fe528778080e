import type { ColumnMap } from '../file/import-column-map.ts'
import type { CsvRow } from '../file/import-csv.ts'
import { createRowReader } from '../file/import-row.ts'
import { createHandle, parseList, toSingleLine } from '../file/import-text.ts'
import { isFileTruncated, quoteForMessage, type ReportProblem } from '../import-problem.ts'
import { createProductBuilder, type ProductBuilder } from '../product/import-product-builder.ts'
import type { ProductParseSettings } from '../product/import-product-draft.ts'
import type { ProductColumnKey, ProductRowReader } from '../product/product-field.ts'
import { productFields } from '../product/product-fields.ts'
import {
  addWooVariant,
  listAttributes,
  listImageUrls,
  type WooProduct,
} from './import-woocommerce-variant.ts'

const standaloneTypes = ['simple', 'external', 'subscription', 'bundle', 'course', 'event'] as const

/**
 * Products out of WooCommerce's export. A variation names its parent by SKU or by `id:44` and may stand anywhere, before
 * it too, so variations wait for the last row.
 */
export function createWooCollector(
  columns: ColumnMap<ProductColumnKey>,
  settings: ProductParseSettings,
  report: ReportProblem,
) {
  const products = new Map<string, ProductBuilder>()
  const bySku = new Map<string, WooProduct>()
  const byId = new Map<string, WooProduct>()
  const parsedProducts: WooProduct[] = []
  const variations: CsvRow[] = []
  const handles = new Set<string>()
  const getCell = (cells: string[], field: ProductColumnKey) =>
    toSingleLine(cells[columns.indexByField.get(field) ?? -1] ?? '')
  const createReader = ({ row, cells }: CsvRow, reportProblem: ReportProblem) =>
    createRowReader(
      cells,
      row,
      columns,
      { exponent: settings.exponent, isOwnExport: false },
      reportProblem,
    )

  const addProduct = (csvRow: CsvRow, type: string) => {
    const name = getCell(csvRow.cells, 'title')
    const sku = getCell(csvRow.cells, 'sku')
    const builder = createProductBuilder(
      createUniqueHandle(handles, name, sku || getCell(csvRow.cells, 'id') || String(csvRow.row)),
      true,
      report,
    )
    products.set(String(csvRow.row), builder)
    builder.draft.rows.push(csvRow.row)
    if (csvRow.problem) return builder.report(csvRow.problem)
    const row = createReader(csvRow, builder.report)
    const product = { builder, row, hasVariations: type === 'variable' }
    parsedProducts.push(product)
    if (sku && !bySku.has(sku.toLowerCase())) bySku.set(sku.toLowerCase(), product)
    if (getCell(csvRow.cells, 'id')) byId.set(getCell(csvRow.cells, 'id'), product)
    addWooProductFields(product, type)
  }

  const addVariation = (csvRow: CsvRow) => {
    const parent = getCell(csvRow.cells, 'parent')
    const product =
      byId.get(/^id:\s*(\d+)$/i.exec(parent)?.[1] ?? '') ?? bySku.get(parent.toLowerCase())
    if (!product)
      return report({
        row: csvRow.row,
        column: 'Parent',
        level: 'error',
        code: 'parent_missing',
        message: `The product ${quoteForMessage(parent)} that this variation belongs to is not in the file.`,
      })
    product.builder.draft.rows.push(csvRow.row)
    if (csvRow.problem) return product.builder.report(csvRow.problem)
    addWooVariant(product, createReader(csvRow, product.builder.report), settings)
  }

  return {
    hasFields: { options: true, variants: true, images: columns.indexByField.has('imageSrc') },
    builders: products,
    imageOnlyRows: () => 0,
    add(csvRow: CsvRow) {
      if (csvRow.problem && isFileTruncated(csvRow.problem)) {
        report(csvRow.problem)
        for (const { builder, hasVariations } of parsedProducts)
          if (hasVariations)
            builder.reportProblem(
              csvRow.row,
              'error',
              'broken_off',
              'Variations of this product may stand in the part that could not be read.',
            )
        return
      }
      const types = parseList(getCell(csvRow.cells, 'type').toLowerCase())
      if (types.includes('variation')) variations.push(csvRow)
      else
        addProduct(
          csvRow,
          types.find(type => ['variable', 'grouped', ...standaloneTypes].includes(type)) ??
            types[0] ??
            'simple',
        )
    },
    finish() {
      for (const variation of variations) addVariation(variation)
      for (const product of parsedProducts) {
        const { builder, hasVariations, row } = product
        if (builder.variants.length > 0 || builder.isInvalid) continue
        if (hasVariations)
          builder.reportProblem(
            row.row,
            'error',
            'variations_missing',
            'The file has no variation of this product that is switched on, so there is nothing to sell.',
          )
        else addWooVariant(product, row, settings)
      }
    },
  }
}

/** WooCommerce's file has no handles. Equal names take the SKU along, which a later file of the same shop has as well. */
function createUniqueHandle(handles: Set<string>, name: string, suffix: string): string {
  let handle = createHandle(name)
  if (handles.has(handle)) handle = createHandle(`${handle.slice(0, 80)}-${suffix}`)
  for (let n = 2; handles.has(handle); n++) handle = `${handle.slice(0, 110)}-${n}`
  handles.add(handle)
  return handle
}

function addWooProductFields({ builder, row, hasVariations }: WooProduct, type: string) {
  const { draft } = builder
  for (const { read } of productFields) read?.woocommerce?.(row, draft)
  draft.title ||= undefined
  if (!draft.title) row.say('title', 'error', 'title_missing', 'This product has no name.')
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
    row.say(
      'type',
      'warn',
      'type_unsupported',
      'A grouped product only points at others, which are brought in by themselves; it is left out.',
    )
    builder.isInvalid = true
  } else if (type === 'external') {
    row.say(
      'type',
      'warn',
      'type_external',
      'This product is sold on another site, so it is kept as a draft.',
    )
    builder.draft.status = 'draft'
  } else if (
    type !== 'variable' &&
    !standaloneTypes.some(standaloneType => standaloneType === type)
  ) {
    row.say(
      'type',
      'warn',
      'type_unknown',
      `The type ${quoteForMessage(type)} is not known; it is read as a simple product.`,
    )
  }
}
