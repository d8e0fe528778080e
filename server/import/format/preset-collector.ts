import type { ImportColumn } from '#contract/import.ts'
import { type MatchableProductField, repeatableFields } from '#contract/import-match.ts'
import { importColumnNotes } from '#contract/lib/error/import-problem-catalog.ts'
import { type ColumnMap, indexHeaders, normalizeHeader } from '../file/import-column-map.ts'
import type { CsvRow } from '../file/import-csv.ts'
import { isFileTruncated, type ReportProblem } from '../import-problem.ts'
import type { ProductParseSettings } from '../product/import-product-draft.ts'
import type { ProductColumnKey } from '../product/product-field.ts'
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
  #truncation: CsvRow | undefined

  constructor(
    preset: ProductPreset,
    header: readonly string[],
    fieldsByColumn: FieldByColumn,
    { settings, report }: { settings: ProductParseSettings; report: ReportProblem },
  ) {
    this.#preset = preset
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
      { exponent: settings.exponent, isOwnExport: false },
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
    const { now, imageBaseUrl } = this.#settings
    const rows = this.#preset.convert(this.#rows, { now, report })
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
    }
  }

  #createSourceRow({ row, cells, problem }: CsvRow): SourceRow {
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
