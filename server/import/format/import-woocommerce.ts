import type { CsvRow } from '../file/import-csv.ts'
import { createRowReader } from '../file/import-row.ts'
import { createHandle, parseCategoryPaths, parseList, toSingleLine } from '../file/import-text.ts'
import type { ColumnMap, WooField } from '../import-columns.ts'
import { isFileTruncated, quoteForMessage, type ReportProblem } from '../import-problem.ts'
import { createProductBuilder, type ProductBuilder } from '../product/import-product-builder.ts'
import {
  productLimits as limits,
  type ProductParseSettings,
} from '../product/import-product-draft.ts'
import {
  addWooVariant,
  listAttributes,
  listImageUrls,
  type WooProduct,
  type WooRow,
} from './import-woocommerce-variant.ts'

const standaloneTypes = ['simple', 'external', 'subscription', 'bundle', 'course', 'event'] as const

/**
 * Products out of WooCommerce's export. A variation names its parent by SKU or by `id:44` and may stand anywhere, before
 * it too, so variations wait for the last row.
 */
export function createWooCollector(
  columns: ColumnMap<WooField>,
  settings: ProductParseSettings,
  report: ReportProblem,
) {
  const products = new Map<string, ProductBuilder>()
  const bySku = new Map<string, WooProduct>()
  const byId = new Map<string, WooProduct>()
  const parsedProducts: WooProduct[] = []
  const variations: CsvRow[] = []
  const handles = new Set<string>()
  const getCell = (cells: string[], field: WooField) =>
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
    const name = getCell(csvRow.cells, 'name')
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
    addWooProductFields(product, type, columns.indexByField.has('published'))
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
    hasFields: { options: true, variants: true, images: columns.indexByField.has('images') },
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

function addWooProductFields(
  { builder, row, hasVariations }: WooProduct,
  type: string,
  hasPublished: boolean,
) {
  const { draft } = builder
  const name = row.text('name', limits.title)
  if (!name) row.say('name', 'error', 'title_missing', 'This product has no name.')
  draft.title = name || undefined
  draft.descriptionHtml = buildDescription(row)
  draft.vendor = row.text('brands', limits.vendor)
  const tags = row.text('tags', 10_000)
  draft.tags = tags === undefined ? undefined : parseList(tags)
  const categories = row.text('categories', 10_000)
  draft.categories = categories === undefined ? undefined : parseCategoryPaths(categories)
  draft.status = hasPublished ? (row.text('published', 10) === '1' ? 'active' : 'draft') : undefined
  applyVisibility(builder, row)
  if (hasVariations) {
    for (const { name: option, values } of listAttributes(row)) {
      builder.optionNames.push(option)
      builder.optionValues.push(values)
    }
  }
  for (const [index, src] of listImageUrls(builder, row).entries())
    builder.images.push({ src, alt: undefined, position: index + 1, row: row.row })
  applyType(builder, row, type)
}

function applyVisibility({ draft }: ProductBuilder, row: WooRow) {
  if (draft.status !== 'active' || row.text('visibility', 40)?.toLowerCase() !== 'hidden') return
  row.say(
    'visibility',
    'warn',
    'not_published',
    'The product is hidden in the shop it comes from, so it is kept as a draft.',
  )
  draft.status = 'draft'
}

function applyType(builder: ProductBuilder, row: WooRow, type: string) {
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

/** The short text stands above the long one in the shop, and so it does here. WooCommerce writes a line break as `\n`. */
function buildDescription(row: WooRow): string | undefined {
  const description = row.multilineText('description')
  const shortDescription = row.multilineText('shortDescription')
  if (description === undefined && shortDescription === undefined) return undefined
  const parts = [...new Set([shortDescription, description])]
    .map(part => (part ?? '').replaceAll('\\n', '\n').trim())
    .filter(Boolean)
  return parts.map(toParagraphs).join('\n')
}

/** Plain text gets the paragraphs that its blank lines mean; what has tags already is left as it is. */
const toParagraphs = (text: string) =>
  /<[a-z!/]/i.test(text)
    ? text
    : text
        .split(/\n\s*\n/)
        .map(part => `<p>${part.trim().replaceAll('\n', '<br>')}</p>`)
        .join('\n')
