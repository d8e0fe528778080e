import type { ImportColumn } from '#contract/import/import.ts'
import type { CsvRow } from './import-csv.ts'

/**
 * Returns a function that replaces the numbers of a workbook's row by the texts that the workbook
 * shows, such as `00017` for 17, in the columns of codes and other texts. Columns of `plainFields`
 * keep their numbers and times.
 */
export function createShownCells(
  columns: readonly ImportColumn[],
  plainFields: ReadonlySet<string>,
): (row: CsvRow) => CsvRow {
  const isShown = columns.map(({ field }) => typeof field === 'string' && !plainFields.has(field))
  return row => {
    const { getShownText, cells } = row
    if (!getShownText) return row
    return { ...row, cells: cells.map((cell, i) => (isShown[i] ? getShownText(i) : cell)) }
  }
}
