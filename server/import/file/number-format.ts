import {
  type DecimalMark,
  getGramsPerUnit,
  isCurrencyText,
  maxNumberLength,
  readDigits,
  splitNumberText,
} from './number-text.ts'

/** The decimal marks and whole numbers in a column of a file. */
export type ColumnNumbers = { points: number; commas: number; wholeNumbers: number }

/** How the numbers of a column are written. */
export type NumberFormat = {
  /** The decimal mark that other numbers of the column show. */
  columnMark?: DecimalMark | undefined
  /** The decimal mark that the other numbers of the file show. */
  fileMark?: DecimalMark | undefined
  /** The decimal mark of the store's language. */
  languageMark: DecimalMark
  /** Whether other numbers of the column are whole numbers without decimals. */
  hasWholeNumbers: boolean
}

/** Numbers as programs write them: `1234.5`. */
export const plainFormat: NumberFormat = {
  columnMark: '.',
  languageMark: '.',
  hasWholeNumbers: true,
}

/** Counts the decimal marks in each column of a file. Its memory does not grow with the rows. */
export async function countDecimalMarks(
  rows: AsyncIterable<{ cells: readonly string[] }>,
): Promise<ColumnNumbers[]> {
  const columns: ColumnNumbers[] = []
  for await (const { cells } of rows)
    for (const [index, cell] of cells.entries()) {
      if (cell.length > maxNumberLength || !/\p{Nd}/u.test(cell)) continue
      columns[index] ??= { points: 0, commas: 0, wholeNumbers: 0 }
      addNumber(columns[index], cell)
    }
  return columns
}

/** Most numbers of a file. */
const plainNumber = /^\d+(?:([.,])\d{1,2})?$/

function addNumber(column: ColumnNumbers, cell: string): void {
  const plain = plainNumber.exec(cell)
  if (plain) {
    addMark(column, plain[1])
    return
  }
  const text = splitNumberText(cell)
  const digits = text && isAffix(text.before) && isAffix(text.after) && readDigits(text.digits)
  if (!digits) return
  if (!digits.isAmbiguous) addMark(column, digits.mark)
}

function addMark(column: ColumnNumbers, mark: string | undefined): void {
  if (mark === '.') column.points++
  else if (mark === ',') column.commas++
  else column.wholeNumbers++
}

const isAffix = (text: string) => isCurrencyText(text) || getGramsPerUnit(text) !== undefined

/** Returns the mark of nine numbers in ten. A single typing error does not count. */
function findMark({ points, commas }: ColumnNumbers): DecimalMark | undefined {
  if (points > commas * 9) return '.'
  return commas > points * 9 ? ',' : undefined
}

const getLanguageMark = (locale: string): DecimalMark =>
  new Intl.NumberFormat(locale).formatToParts(0.5).some(({ value }) => value === ',') ? ',' : '.'

/**
 * Returns how the numbers of each column are written. `isDecimal` says which columns have decimals
 * and therefore show the decimal mark of the file.
 */
export function createNumberFormats(
  columns: readonly (ColumnNumbers | undefined)[],
  isDecimal: (index: number) => boolean,
  locale: string,
): (index: number) => NumberFormat {
  const file = { points: 0, commas: 0, wholeNumbers: 0 }
  for (const [index, column] of columns.entries()) {
    if (!column || !isDecimal(index)) continue
    file.points += column.points
    file.commas += column.commas
  }
  const fileMark = findMark(file)
  const languageMark = getLanguageMark(locale)
  return index => {
    const column = columns[index] ?? { points: 0, commas: 0, wholeNumbers: 0 }
    return {
      columnMark: findMark(column),
      fileMark,
      languageMark,
      hasWholeNumbers: column.wholeNumbers > 0,
    }
  }
}
