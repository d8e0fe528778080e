import { unguard } from '../../lib/text/csv-cell.ts'
import type { ColumnMap } from '../import-columns.ts'
import { quoted, type Report } from '../import-problem.ts'
import {
  type NumberCell,
  numberProblems,
  parseCount,
  parseMoney,
  parseWeight,
} from './import-number.ts'
import { manyLines, oneLine, unguardText } from './import-text.ts'

/** What reading a cell needs to know beside the cell. `isOwn`: our own export, whose guards are exactly known. */
export type RowSettings = { exponent: number; isOwn: boolean }

/**
 * The cells of one row by field. `undefined` always means that the file has no such column, so that what is there is
 * kept; a blank cell is '' or null, and clears.
 */
export type RowReader<F extends string> = ReturnType<typeof readRow<F>>

export function readRow<F extends string>(
  cells: readonly string[],
  row: number,
  columns: ColumnMap<F>,
  settings: RowSettings,
  report: Report,
) {
  const raw = (field: F): string | undefined => {
    const index = columns.at.get(field)
    return index === undefined ? undefined : (cells[index] ?? '')
  }
  const say = (field: F, level: 'error' | 'warn', code: string, message: string) =>
    report({ row, column: columns.header[columns.at.get(field) ?? -1] ?? '', level, code, message })
  const number = (field: F, parse: (text: string) => NumberCell): number | null | undefined => {
    const cell = raw(field)
    if (cell === undefined) return undefined
    const { value, problem } = parse(unguard(cell.trim()))
    if (problem)
      say(
        field,
        value === null ? 'error' : 'warn',
        problem,
        numberProblems[problem](quoted(cell.trim())),
      )
    return value
  }
  const limited = (field: F, text: string, max: number) => {
    if (text.length > max)
      say(field, 'error', 'too_long', `At most ${max} characters; this has ${text.length}.`)
    return text
  }
  return {
    row,
    say,
    unitOf: columns.unitOf,
    has: (field: F) => columns.at.has(field),
    isBlank: (field: F) => (raw(field) ?? '').trim() === '',
    /** One line of words, where an apostrophe in front is mostly meant. */
    text(field: F, max: number): string | undefined {
      const cell = raw(field)
      return cell === undefined
        ? undefined
        : limited(field, oneLine(settings.isOwn ? unguard(cell) : unguardText(cell)), max)
    },
    /** As `text`, but what is too long is shortened and said, where losing the whole would be worse. */
    shortText(field: F, max: number): string | undefined {
      const cell = raw(field)
      if (cell === undefined) return undefined
      const text = oneLine(settings.isOwn ? unguard(cell) : unguardText(cell))
      if (text.length > max)
        say(field, 'warn', 'shortened', `At most ${max} characters; the rest is left out.`)
      return oneLine(text.slice(0, max))
    },
    /** A code such as a SKU, where an apostrophe in front is a spreadsheet's way to keep the zeros. */
    code(field: F, max: number): string | undefined {
      const cell = raw(field)
      return cell === undefined ? undefined : limited(field, oneLine(unguard(cell.trim())), max)
    },
    /** Several lines, as they are. */
    body(field: F): string | undefined {
      const cell = raw(field)
      if (cell === undefined) return undefined
      return settings.isOwn
        ? manyLines(unguard(cell))
        : manyLines(unguardText(cell)).replaceAll('\r\n', '\n').trim()
    },
    money: (field: F) => number(field, text => parseMoney(text, settings.exponent)),
    count: (field: F) => number(field, parseCount),
    weight: (field: F, unit: string) => number(field, text => parseWeight(text, unit)),
  }
}
