import type { ImportColumn, ImportFormat, ImportProblem } from '#contract/import/import.ts'
import { MatchableProductField } from '#contract/import/import-match.ts'
import { type FileNumbers, matchColumns, withNumberFormats } from '../file/import-column-map.ts'
import { type CsvLimits, type CsvRow, csvLimits } from '../file/import-csv.ts'
import {
  matchSpreadsheet,
  noMatchings,
  type SpreadsheetMatching,
} from '../file/match-spreadsheet.ts'
import { type OpenFile, openCountedTable } from '../file/open-table.ts'
import { createShownCells } from '../file/shown-cells.ts'
import type { TableFile } from '../file/table-file.ts'
import { isTotalRow } from '../file/total-row.ts'
import { ShopifyCollector } from '../format/import-shopify-product.ts'
import { WooCollector } from '../format/import-woocommerce.ts'
import {
  describeColumns,
  matchPresetColumns,
  PresetCollector,
  toFieldByColumn,
} from '../format/preset-collector.ts'
import { createSpreadsheetPreset } from '../format/preset-spreadsheet.ts'
import { createImportProblem, type ReportProblem, shortenForMessage } from '../import-problem.ts'
import { checkPriceCurrency } from './check-price-currency.ts'
import { detectProductFormat, findPreset } from './detect-product-format.ts'
import { guessProductFields } from './guess-product-fields.ts'
import { finishProduct, type ProductBuilder, toInvalidProduct } from './import-product-builder.ts'
import type {
  InvalidProduct,
  ParsedProducts,
  ProductDraft,
  ProductParseSettings,
} from './import-product-draft.ts'
import { decimalFields, getFieldByHeader, plainFields } from './product-fields.ts'
import type { ProductRowCollector } from './product-row-collector.ts'

/** How the rows of one file are collected. Without a collector, its columns must be matched first. */
type ProductReader = {
  columns: ImportColumn[]
  collector: ProductRowCollector | undefined
  matching: SpreadsheetMatching | null
  /** Rows that were read to guess the columns. */
  firstRows: CsvRow[]
}

/** Reads a file of products. @throws ImportFileError when the file as a whole cannot be used. */
export async function parseProducts(
  openFile: OpenFile,
  settings: ProductParseSettings,
  limits: CsvLimits = csvLimits,
): Promise<ParsedProducts> {
  const { file, columnNumbers } = await openCountedTable(openFile, limits)
  const numbers = { columns: columnNumbers, locale: settings.locale ?? 'en' }
  const problems: ImportProblem[] = []
  const format = detectProductFormat(file.header)
  const { columns, collector, matching, firstRows } = await createReader(
    format,
    { ...file, numbers },
    settings,
    problem => problems.push(problem),
  )
  const summary = { format, columns, matching }
  if (!collector)
    return { ...summary, drafts: [], invalidProducts: [], problems, rowCount: 0, imageOnlyRows: 0 }
  let rowCount = 0
  const showCells = createShownCells(columns, plainFields)
  const addRow = (row: CsvRow) => {
    rowCount++
    if (isTotalRow(row.cells)) problems.push(createImportProblem({ row: row.row }, 'total_row'))
    else collector.add(showCells(row))
  }
  firstRows.forEach(addRow)
  for await (const row of file.rows) addRow(row)
  collector.finish?.()
  const result = finishProducts(collector)
  problems.push(...checkPriceCurrency(columns, settings.currency), ...file.warnings)
  return {
    ...summary,
    ...result,
    problems: problems.toSorted((a, b) => a.row - b.row),
    rowCount,
    imageOnlyRows: collector.imageOnlyRows,
  }
}

type CountedFile = TableFile & { numbers: FileNumbers }

async function createReader(
  format: ImportFormat,
  file: CountedFile,
  settings: ProductParseSettings,
  report: ReportProblem,
): Promise<ProductReader> {
  if (format === 'spreadsheet') return createSpreadsheetReader(file, settings, report)
  const { header, numbers } = file
  const unmatched = { matching: null, firstRows: [] }
  const preset = findPreset(format)
  if (preset) {
    const fields = matchPresetColumns(header, preset)
    return {
      ...unmatched,
      columns: describeColumns(header, fields, preset.weightUnit),
      collector: new PresetCollector(preset, header, fields, { settings, numbers, report }),
    }
  }
  const map = matchColumns(header, getFieldByHeader(format === 'woocommerce' ? format : 'shopify'))
  const isOwnExport = format === 'storewright'
  const columnMap = isOwnExport ? map : withNumberFormats(map, numbers, decimalFields)
  const rowSettings = { exponent: settings.exponent, isOwnExport, hasEntities: !isOwnExport }
  return {
    ...unmatched,
    columns: map.columns,
    collector:
      format === 'woocommerce'
        ? new WooCollector(columnMap, settings, report)
        : new ShopifyCollector(columnMap, rowSettings, report),
  }
}

async function createSpreadsheetReader(
  file: CountedFile,
  settings: ProductParseSettings,
  report: ReportProblem,
): Promise<ProductReader> {
  const { header, numbers } = file
  const { fields: matchedFields, ...matchedFile } = await matchSpreadsheet(
    file,
    settings.matchings ?? noMatchings,
    { Field: MatchableProductField, guessFields: guessProductFields },
  )
  if (!matchedFile.matching.isConfirmed) return { ...matchedFile, collector: undefined }
  const preset = createSpreadsheetPreset(header, matchedFields)
  const fields = toFieldByColumn(matchedFields)
  const collector = new PresetCollector(preset, header, fields, { settings, numbers, report })
  return { ...matchedFile, collector }
}

/** Returns a function that warns of SKUs which variants of earlier products have. */
function createSkuCheck() {
  const rowBySku = new Map<string, number>()
  return ({ variants, report }: ProductBuilder) => {
    const newRows = new Map<string, number>()
    for (const { sku, row } of variants) {
      if (!sku) continue
      const key = sku.toLowerCase()
      const earlierRow = rowBySku.get(key)
      if (earlierRow !== undefined)
        report(
          createImportProblem(
            { row, field: 'sku', value: shortenForMessage(sku) },
            'duplicate_sku',
            {
              row: earlierRow,
            },
          ),
        )
      if (!newRows.has(key)) newRows.set(key, row)
    }
    for (const [sku, row] of newRows) if (!rowBySku.has(sku)) rowBySku.set(sku, row)
  }
}

/** Finishes the products one after another, and removes them from the collector to free memory. */
function finishProducts({ builders, hasFields }: ProductRowCollector) {
  const drafts: ProductDraft[] = []
  const invalidProducts: InvalidProduct[] = []
  const reportRepeatedSkus = createSkuCheck()
  for (const [key, builder] of builders) {
    reportRepeatedSkus(builder)
    const draft = finishProduct(builder, hasFields)
    if (builder.isInvalid) invalidProducts.push(toInvalidProduct(builder))
    else drafts.push(draft)
    builders.delete(key)
  }
  return { drafts, invalidProducts }
}
