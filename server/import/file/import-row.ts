import type { ImportProblemCode } from '#contract/lib/error/import-problem-catalog.ts'
import { unescapeFormula } from '../../lib/text/csv-cell.ts'
import { decodeEntities } from '../../lib/text/decode-entities.ts'
import {
  createImportProblem,
  type ImportProblemParams,
  type ReportProblem,
  shortenForMessage,
} from '../import-problem.ts'
import type { ColumnMap } from './import-column-map.ts'
import {
  type NumberCell,
  parseDecimal,
  parseInteger,
  parseMoney,
  parseWeight,
} from './import-number.ts'
import { hasLostDigits, stripFormulaGuard, toMultiline, toSingleLine } from './import-text.ts'
import type { NumberFormat } from './number-format.ts'

/**
 * How the cells of a file are read: `exponent` is the number of decimals of the store's currency,
 * `isOwnExport` says that the file is an export of Storewright, whose formula guards are known
 * exactly, and `hasEntities` that its texts can contain HTML entities.
 */
export type RowReadSettings = { exponent: number; isOwnExport: boolean; hasEntities: boolean }

type RowReaderInput<F extends string> = {
  cells: readonly string[]
  row: number
  columns: ColumnMap<F>
  settings: RowReadSettings
  report: ReportProblem
  /** Fields whose invalid values are left out with a warning. */
  skippableFields?: ReadonlySet<F>
}

/**
 * The cells of one row by field. `undefined` means that the file has no such column, so the stored
 * value stays; a blank cell is '' or null, and clears the value.
 */
export class RowReader<F extends string> {
  readonly row: number
  readonly isOwnExport: boolean
  readonly #cells: readonly string[]
  readonly #columns: ColumnMap<F>
  readonly #exponent: number
  readonly #hasEntities: boolean
  readonly #report: ReportProblem
  readonly #skippableFields: ReadonlySet<F> | undefined

  constructor({ cells, row, columns, settings, report, skippableFields }: RowReaderInput<F>) {
    this.row = row
    this.isOwnExport = settings.isOwnExport
    this.#cells = cells
    this.#columns = columns
    this.#exponent = settings.exponent
    this.#hasEntities = settings.hasEntities
    this.#report = report
    this.#skippableFields = skippableFields
  }

  /** Reports a problem of the field's cell. */
  report<C extends ImportProblemCode>(field: F, code: C, ...params: ImportProblemParams<C>): void {
    const column = this.#columns.header[this.#columns.indexByField.get(field) ?? -1] ?? ''
    const value = shortenForMessage((this.#getCell(field) ?? '').trim())
    this.#report(createImportProblem({ row: this.row, column, field, value }, code, ...params))
  }

  /** Returns the unit in the header of a field's column; '' when there is none. */
  getUnit(field: F): string {
    return this.#columns.getUnit(field)
  }

  hasColumn(field: F): boolean {
    return this.#columns.indexByField.has(field)
  }

  isBlank(field: F): boolean {
    return (this.#getCell(field) ?? '').trim() === ''
  }

  /** Returns one line of text. An apostrophe at its start usually belongs to the text. */
  text(field: F, maximum: number): string | undefined {
    const text = this.#getLine(field)
    return text === undefined ? undefined : this.#checkLength(field, text, maximum)
  }

  /** Returns one line of text, shortened with a warning when it is too long. */
  truncatedText(field: F, maximum: number): string | undefined {
    const text = this.#getLine(field)
    if (text === undefined) return undefined
    if (text.length > maximum) this.report(field, 'shortened', { count: maximum })
    return toSingleLine(text.slice(0, maximum))
  }

  /**
   * Returns a code such as a SKU. An apostrophe at its start is how a spreadsheet keeps leading
   * zeros.
   */
  code(field: F, maximum: number): string | undefined {
    const cell = this.#getCell(field)
    if (cell === undefined) return undefined
    const code = toSingleLine(unescapeFormula(cell.trim()))
    if (hasLostDigits(code)) return this.#skip(field, code, 'digits_lost')
    return this.#checkLength(field, code, maximum)
  }

  /** Returns a phone number. Shopify writes an apostrophe in front of it. */
  phone(field: F, maximum: number): string | undefined {
    const line = this.#getLine(field)
    if (line === undefined) return undefined
    const text = this.isOwnExport ? line : line.replace(/^'+/, '')
    if (hasLostDigits(text)) return this.#skip(field, text, 'digits_lost')
    if (text.length > maximum) this.report(field, 'shortened', { count: maximum })
    return text.slice(0, maximum).trim()
  }

  /** Returns a text of several lines unchanged. */
  multilineText(field: F, maximum = Number.POSITIVE_INFINITY): string | undefined {
    const cell = this.#getCell(field)
    if (cell === undefined) return undefined
    const text = this.isOwnExport
      ? toMultiline(unescapeFormula(cell))
      : toMultiline(stripFormulaGuard(cell)).replaceAll('\r\n', '\n').trim()
    return this.#checkLength(field, text, maximum)
  }

  /** Returns a number with decimals above 0, or null for any other text. */
  amount(field: F): number | null | undefined {
    const text = this.#getLine(field)
    if (text === undefined) return undefined
    const { value } = parseDecimal(text, this.#columns.getNumberFormat(field))
    return value && Math.round(value * 1000) > 0 ? Math.round(value * 1000) / 1000 : null
  }

  /** Returns an amount in minor units. */
  money(field: F): number | null | undefined {
    return this.#readNumber(field, (text, format) => parseMoney(text, this.#exponent, format))
  }

  count(field: F): number | null | undefined {
    return this.#readNumber(field, parseInteger)
  }

  /** Returns a stock, with a warning when it is below zero and the row allows no backorders. */
  stock(field: F, allowsBackorder: boolean): number | undefined {
    const stock = this.count(field) ?? undefined
    if (stock !== undefined && stock < 0 && !allowsBackorder)
      this.report(field, 'stock_below_zero', { stock })
    return stock
  }

  /** Returns a weight in grams. `unit` is the unit of a cell that names none. */
  weight(field: F, unit: string): number | null | undefined {
    return this.#readNumber(field, (text, format) => parseWeight(text, unit, format))
  }

  #getCell(field: F): string | undefined {
    const index = this.#columns.indexByField.get(field)
    return index === undefined ? undefined : (this.#cells[index] ?? '')
  }

  #getLine(field: F): string | undefined {
    const cell = this.#getCell(field)
    if (cell === undefined) return undefined
    const text = this.isOwnExport ? unescapeFormula(cell) : stripFormulaGuard(cell)
    return toSingleLine(this.#hasEntities ? decodeEntities(text) : text)
  }

  #checkLength(field: F, text: string, maximum: number): string | undefined {
    if (text.length > maximum && this.#skippableFields?.has(field)) return this.#skip(field, text)
    if (text.length > maximum) this.report(field, 'too_long', { maximum, length: text.length })
    return text
  }

  #readNumber(
    field: F,
    parse: (text: string, format: NumberFormat) => NumberCell,
  ): number | null | undefined {
    const cell = this.#getCell(field)
    if (cell === undefined) return undefined
    const format = this.#columns.getNumberFormat(field)
    const { value, problem } = parse(unescapeFormula(cell.trim()), format)
    if (problem && value === null && this.#skippableFields?.has(field))
      return this.#skip(field, cell.trim())
    if (problem) this.report(field, problem, { value: shortenForMessage(cell.trim()) })
    return value
  }

  #skip(
    field: F,
    text: string,
    code: 'value_skipped' | 'digits_lost' = 'value_skipped',
  ): undefined {
    this.report(field, code, { value: shortenForMessage(text) })
  }
}
