import type { ImportColumn } from '#contract/import/import.ts'
import { type MatchableProductField, repeatableFields } from '#contract/import/import-match.ts'
import { importColumnNotes } from '#contract/lib/error/import-problem-catalog.ts'
import { decodeEntities } from '../../lib/text/decode-entities.ts'
import {
  type ColumnMap,
  type FileNumbers,
  indexHeaders,
  normalizeHeader,
} from '../file/import-column-map.ts'
import type { CsvRow } from '../file/import-csv.ts'
import { type NumberKind, normalizeNumber } from '../file/import-number.ts'
import { createNumberFormats, type NumberFormat, plainFormat } from '../file/number-format.ts'
import {
  createImportProblem,
  isFileTruncated,
  type ReportProblem,
  shortenForMessage,
} from '../import-problem.ts'
import type { ProductParseSettings } from '../product/import-product-draft.ts'
import type { ProductColumnKey } from '../product/product-field.ts'
import { decimalFields } from '../product/product-fields.ts'
import type { ProductRowCollector } from '../product/product-row-collector.ts'
import { completeImageUrls, findStoreUrl } from './image-urls.ts'
import { ShopifyCollector } from './import-shopify-product.ts'
import { omitUnit } from './preset-spreadsheet.ts'
import type { ConvertedRow, ProductCells, ProductPreset, SourceRow } from './product-preset.ts'

/** The field of each column of a file; null for a column that is not imported. */
export type FieldByColumn = readonly (ProductColumnKey | null)[]

/** Cells of several columns of these fields are joined. Of other fields, the first cell with text counts. */
const joinedFields: readonly string[] = [...repeatableFields, 'stock']

/** Returns the field of each column of a file from another system. */
export function matchPresetColumns(
  header: readonly string[],
  preset: ProductPreset,
): FieldByColumn {
  const fieldByHeader = indexHeaders(preset.headers)
  const beginnings = [...fieldByHeader].filter(([name]) => name.endsWith('...'))
  return header.map(normalizeHeader).map(name => {
    const beginning = beginnings.find(([text]) => name.startsWith(text.slice(0, -3)))
    return fieldByHeader.get(name) ?? beginning?.[1] ?? null
  })
}

/** Returns the columns for the page, with a note at weights about their unit. */
export function describeColumns(
  header: readonly string[],
  fields: FieldByColumn,
  weightUnit: ProductPreset['weightUnit'],
): ImportColumn[] {
  return header.map((name, index) => {
    const field = fields[index] ?? null
    if (field !== 'weight' || !weightUnit || /\(\w+\)$/.test(name.trim()))
      return { header: name, field, note: '' }
    const noteCode = weightUnit === 'kg' ? 'weight_in_kilograms' : 'weight_in_pounds'
    return { header: name, field, note: importColumnNotes[noteCode], noteCode }
  })
}

/** Columns whose cells are used as they are. */
const rawFields: readonly (ProductColumnKey | null)[] = [
  'description',
  'imageSrc',
  'variantImage',
  'slug',
  'sku',
  'barcode',
]

/** Converts the rows of another format into rows of our own, which `ShopifyCollector` collects. */
export class PresetCollector implements ProductRowCollector {
  readonly hasFields: ProductRowCollector['hasFields']
  readonly #preset: ProductPreset
  /** The first column of each header. */
  readonly #indexByHeader: ReadonlyMap<string, number>
  readonly #fieldsByColumn: FieldByColumn
  readonly #fields: ProductColumnKey[]
  readonly #rows: SourceRow[] = []
  readonly #collector: ShopifyCollector
  readonly #settings: ProductParseSettings
  readonly #report: ReportProblem
  readonly #header: readonly string[]
  readonly #getNumberFormat: (column: number) => NumberFormat
  #truncation: CsvRow | undefined

  constructor(
    preset: ProductPreset,
    header: readonly string[],
    fieldsByColumn: FieldByColumn,
    {
      settings,
      numbers,
      report,
    }: { settings: ProductParseSettings; numbers: FileNumbers; report: ReportProblem },
  ) {
    this.#preset = preset
    this.#header = header
    this.#getNumberFormat = createNumberFormats(
      numbers.columns,
      column => decimalFields.has(fieldsByColumn[column] ?? ''),
      numbers.locale,
    )
    this.#indexByHeader = new Map(
      header.map((name, index) => [normalizeHeader(name), index] as const).toReversed(),
    )
    this.#fieldsByColumn = fieldsByColumn
    this.#settings = settings
    this.#report = report
    this.#fields = [
      ...new Set([
        ...fieldsByColumn.filter(field => field !== null),
        ...(preset.addedFields ?? []),
      ]),
    ]
    this.#collector = new ShopifyCollector(
      this.#createColumnMap(header),
      { exponent: settings.exponent, isOwnExport: false, hasEntities: false },
      report,
    )
    this.hasFields = this.#collector.hasFields
  }

  get builders() {
    return this.#collector.builders
  }

  get imageOnlyRows() {
    return this.#collector.imageOnlyRows
  }

  add(csvRow: CsvRow) {
    if (csvRow.problem && isFileTruncated(csvRow.problem)) this.#truncation = csvRow
    else this.#rows.push(this.#createSourceRow(csvRow))
  }

  finish() {
    for (const { row, cells, problem } of this.#convertRows())
      this.#collector.add({
        row,
        cells: this.#fields.map(field => cells[field] ?? ''),
        ...(problem && { problem }),
      })
    if (this.#truncation) this.#collector.add(this.#truncation)
  }

  #convertRows(): ConvertedRow[] {
    const report = this.#report
    const { now, imageBaseUrl, timeZone = 'UTC' } = this.#settings
    const rows = this.#preset.convert(this.#rows, { now, timeZone, report })
    const folder = this.#preset.imageFolder
    if (folder === undefined) return rows
    const storeUrl = imageBaseUrl || findStoreUrl(this.#rows)
    return completeImageUrls(rows, { folder, storeUrl, report })
  }

  /** Returns the positions of our fields, with the file's headers for messages. */
  #createColumnMap(header: readonly string[]): ColumnMap<ProductColumnKey> {
    return {
      indexByField: new Map(this.#fields.map((field, index) => [field, index])),
      header: this.#fields.map(field => header[this.#fieldsByColumn.indexOf(field)] ?? ''),
      columns: [],
      getUnit: () => '',
      getNumberFormat: () => plainFormat,
    }
  }

  /** Returns numbers as programs write them, and texts without HTML entities. */
  #convertCell(cell: string, column: number, row: number): string {
    const field = this.#fieldsByColumn[column] ?? null
    const kind = this.#getNumberKind(field, column)
    if (!kind) return rawFields.includes(field) ? cell : decodeEntities(cell)
    const { text, warning } = normalizeNumber(cell, kind, this.#getNumberFormat(column))
    const value = shortenForMessage(cell.trim())
    if (warning && field)
      this.#report(
        createImportProblem({ row, column: this.#header[column] ?? '', field, value }, warning, {
          value,
        }),
      )
    return text
  }

  #getNumberKind(field: ProductColumnKey | null, column: number): NumberKind | undefined {
    if (field === 'stock') return { kind: 'count' }
    const unit = /\((\w+)\)\s*$/.exec(this.#header[column] ?? '')?.[1]
    if (field === 'weight') return { kind: 'weight', unit: unit ?? this.#preset.weightUnit ?? 'g' }
    return field && decimalFields.has(field)
      ? { kind: 'money', exponent: this.#settings.exponent }
      : undefined
  }

  #createSourceRow({ row, cells: fileCells, problem }: CsvRow): SourceRow {
    const cells = fileCells.map((cell, column) => this.#convertCell(cell, column, row))
    const fieldCells: ProductCells = {}
    for (const [index, field] of this.#fieldsByColumn.entries()) {
      const cell = cells[index] ?? ''
      if (field === null || cell.trim() === '') continue
      const earlierCell = fieldCells[field]
      if (earlierCell === undefined) fieldCells[field] = cell
      else if (joinedFields.includes(field)) fieldCells[field] = `${earlierCell}\n${cell}`
    }
    const get = (name: string) => cells[this.#indexByHeader.get(name) ?? -1] ?? ''
    return { row, cells: fieldCells, get, problem }
  }
}

/** Returns the fields that a user has chosen. Of two columns of one field, the first is used. */
export const toFieldByColumn = (
  matchedFields: readonly (MatchableProductField | null)[],
): FieldByColumn =>
  matchedFields.map(matchedField => (matchedField ? omitUnit(matchedField) : null))
