import { unescapeFormula } from '../../lib/text/csv-cell.ts'
import { quoteForMessage, type ReportProblem } from '../import-problem.ts'
import type { ColumnMap } from './import-column-map.ts'
import {
  type NumberCell,
  numberProblemMessages,
  parseInteger,
  parseMoney,
  parseWeight,
} from './import-number.ts'
import { stripFormulaGuard, toMultiline, toSingleLine } from './import-text.ts'

/** What reading a cell needs to know beside the cell. `isOwn`: our own export, whose guards are exactly known. */
export type RowReadSettings = { exponent: number; isOwnExport: boolean }

/**
 * The cells of one row by field. `undefined` always means that the file has no such column, so that what is there is
 * kept; a blank cell is '' or null, and clears.
 */
export type RowReader<F extends string> = ReturnType<typeof createRowReader<F>>

export function createRowReader<F extends string>(
  cells: readonly string[],
  row: number,
  columns: ColumnMap<F>,
  settings: RowReadSettings,
  report: ReportProblem,
) {
  const getCell = (field: F): string | undefined => {
    const index = columns.indexByField.get(field)
    return index === undefined ? undefined : (cells[index] ?? '')
  }
  const reportProblem = (field: F, level: 'error' | 'warn', code: string, message: string) =>
    report({
      row,
      column: columns.header[columns.indexByField.get(field) ?? -1] ?? '',
      level,
      code,
      message,
    })
  const readNumber = (field: F, parse: (text: string) => NumberCell): number | null | undefined => {
    const cell = getCell(field)
    if (cell === undefined) return undefined
    const { value, problem } = parse(unescapeFormula(cell.trim()))
    if (problem)
      reportProblem(
        field,
        value === null ? 'error' : 'warn',
        problem,
        numberProblemMessages[problem](quoteForMessage(cell.trim())),
      )
    return value
  }
  const checkLength = (field: F, text: string, max: number) => {
    if (text.length > max)
      reportProblem(
        field,
        'error',
        'too_long',
        `At most ${max} characters; this has ${text.length}.`,
      )
    return text
  }
  return {
    row,
    isOwnExport: settings.isOwnExport,
    say: reportProblem,
    getUnit: columns.getUnit,
    hasColumn: (field: F) => columns.indexByField.has(field),
    isBlank: (field: F) => (getCell(field) ?? '').trim() === '',
    /** One line of words, where an apostrophe in front is mostly meant. */
    text(field: F, max: number): string | undefined {
      const cell = getCell(field)
      return cell === undefined
        ? undefined
        : checkLength(
            field,
            toSingleLine(settings.isOwnExport ? unescapeFormula(cell) : stripFormulaGuard(cell)),
            max,
          )
    },
    /** As `text`, but what is too long is shortened and said, where losing the whole would be worse. */
    truncatedText(field: F, max: number): string | undefined {
      const cell = getCell(field)
      if (cell === undefined) return undefined
      const text = toSingleLine(
        settings.isOwnExport ? unescapeFormula(cell) : stripFormulaGuard(cell),
      )
      if (text.length > max)
        reportProblem(
          field,
          'warn',
          'shortened',
          `At most ${max} characters; the rest is left out.`,
        )
      return toSingleLine(text.slice(0, max))
    },
    /** A code such as a SKU, where an apostrophe in front is a spreadsheet's way to keep the zeros. */
    code(field: F, max: number): string | undefined {
      const cell = getCell(field)
      return cell === undefined
        ? undefined
        : checkLength(field, toSingleLine(unescapeFormula(cell.trim())), max)
    },
    /** Several lines, as they are. */
    multilineText(field: F): string | undefined {
      const cell = getCell(field)
      if (cell === undefined) return undefined
      return settings.isOwnExport
        ? toMultiline(unescapeFormula(cell))
        : toMultiline(stripFormulaGuard(cell)).replaceAll('\r\n', '\n').trim()
    },
    money: (field: F) => readNumber(field, text => parseMoney(text, settings.exponent)),
    count: (field: F) => readNumber(field, parseInteger),
    weight: (field: F, unit: string) => readNumber(field, text => parseWeight(text, unit)),
  }
}
