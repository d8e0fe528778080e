import { Readable } from 'node:stream'
import { stringify } from 'csv-stringify/sync'
import { byteOrderMark, escapeFormula } from './csv-cell.ts'

/** The rows of a file. Timestamps are dates; an empty cell is an empty text. */
export type ExportTable = {
  /** The name of the sheet. */
  name: string
  header: readonly string[]
  rows: readonly (readonly (string | Date)[])[]
}

/** Returns the table as CSV, with texts that a spreadsheet runs as formulas escaped. */
export const writeCsvTable = ({ header, rows }: ExportTable): Readable => {
  const records = rows.map(row =>
    row.map(cell => (cell instanceof Date ? cell.toISOString() : escapeFormula(cell))),
  )
  return Readable.from([
    byteOrderMark + stringify([[...header], ...records], { record_delimiter: '\r\n' }),
  ])
}

const dateFormat = 'yyyy-mm-dd hh:mm'

/**
 * Returns the table as an Excel workbook. Each text is a cell of the type text, so that `=1+1` is
 * shown and never run. Times are in UTC.
 */
export async function writeXlsxTable({ name, header, rows }: ExportTable): Promise<Readable> {
  // Few requests need the package.
  const { default: writeWorkbook } = await import('write-excel-file/node')
  const cells = rows.map(row =>
    row.map(cell =>
      cell instanceof Date
        ? { value: cell, type: Date, format: dateFormat }
        : { value: cell, type: String },
    ),
  )
  const headerCells = header.map(label => ({
    value: label,
    type: String,
    fontWeight: 'bold' as const,
  }))
  const columns = header.map(() => ({ width: 24 }))
  const workbook = writeWorkbook([headerCells, ...cells], {
    sheet: name,
    columns,
    stickyRowsCount: 1,
  })
  return Readable.from([await workbook.toBuffer()])
}
