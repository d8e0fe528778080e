import { zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import { ImportFileError } from '../import-problem.ts'
import type { CsvLimits, CsvRow } from './import-csv.ts'
import type { TableFile } from './table-file.ts'
import { unpackWorkbook } from './workbook-archive.ts'
import { verifyMarkup } from './workbook-markup.ts'

/** The cells of all sheets, empty ones too. */
const maxCells = 5_000_000

/**
 * Opens an Excel workbook (XLSX). Reads the first sheet that has rows.
 * @throws ImportFileError for other ZIP files, and for sheets that are too large
 */
export async function openWorkbook(
  file: AsyncIterable<Buffer>,
  limits: CsvLimits,
): Promise<TableFile> {
  const sheets = await readSheets(
    repackWorkbook(Buffer.concat(await Array.fromAsync(file)), limits),
  )
  const rows = sheets.find(({ data }) => data.some(hasText))?.data
  if (!rows) throw new ImportFileError('import_no_rows')
  const headerIndex = findHeader(rows)
  const header = (rows[headerIndex] ?? []).map(formatCell).map(cell => cell.trim())
  const columnCount = countColumns(rows)
  return {
    header: Array.from({ length: columnCount }, (_, index) => header[index] ?? ''),
    rows: listRows(rows, headerIndex, columnCount),
    warnings: [],
  }
}

type CellValue = unknown
type SheetRow = readonly CellValue[]

/** Returns the files without compression, if their sheets fit the limits. */
function repackWorkbook(bytes: Buffer, limits: CsvLimits): ArrayBuffer {
  const files = unpackWorkbook(bytes)
  const contents = Object.values(files).map(toBuffer)
  for (const content of contents) verifyMarkup(content)
  verifySheetSizes(contents, limits)
  // The sizes in the file can be wrong, and the reader trusts them.
  return new Uint8Array(zipSync(files, { level: 0 })).buffer
}

/**
 * Cells can name any position, and the reader creates all cells before it. It also understands
 * positions such as 1e9, so all others than A1 and 1 are rejected, wherever a file has them.
 */
const positions = /(?<![\w.-])r=(["'])(?:([A-Z]{0,3})([0-9]{1,7})\1)?/g

const toBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  Buffer.from(buffer, byteOffset, byteLength)

function verifySheetSizes(contents: readonly Buffer[], { rows, columns }: CsvLimits) {
  let cellCount = 0
  for (const content of contents) {
    if (!content.includes('sheetData')) continue
    const { lastRow, lastColumn } = findLastPosition(content.toString('latin1'))
    // The header is a row too.
    if (lastRow > rows + 1) throw new ImportFileError('import_too_many_rows', { count: rows })
    if (lastColumn > columns)
      throw new ImportFileError('import_too_many_columns', { maximum: columns })
    cellCount += lastRow * Math.max(lastColumn, 1)
  }
  if (cellCount > maxCells) throw new ImportFileError('import_workbook_too_large')
}

function findLastPosition(xml: string) {
  let lastColumn = 0
  let lastRow = 0
  for (const [, , letters = '', rowNumber] of xml.matchAll(positions)) {
    if (rowNumber === undefined) throw new ImportFileError('import_workbook_damaged')
    lastRow = Math.max(lastRow, Number(rowNumber))
    lastColumn = Math.max(lastColumn, toColumnNumber(letters))
  }
  return { lastRow, lastColumn }
}

const toColumnNumber = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

async function readSheets(workbook: ArrayBuffer): Promise<{ data: SheetRow[] }[]> {
  try {
    return await readWorkbook(workbook, { parseNumber: formatNumber })
  } catch {
    throw new ImportFileError('import_workbook_damaged')
  }
}

/** Returns a number as the seller sees it. Excel stores 19.99 as 19.989999999999998. */
const formatNumber = (text: string) => String(Number(Number(text).toPrecision(15)))

function formatCell(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof Date) return value.toISOString().replace(/T00:00:00\.000Z$/, '')
  return String(value)
}

const hasText = (row: SheetRow) => row.some(cell => formatCell(cell).trim() !== '')
const countTexts = (row: SheetRow) => row.filter(cell => formatCell(cell).trim() !== '').length

/** Returns the first row with two cells or more. A title above the table is one cell. */
function findHeader(rows: readonly SheetRow[]): number {
  const index = rows.findIndex(row => countTexts(row) >= 2)
  return index >= 0 ? index : rows.findIndex(hasText)
}

const countColumns = (rows: readonly SheetRow[]) =>
  rows.reduce(
    (most, row) => Math.max(most, row.findLastIndex(cell => formatCell(cell).trim() !== '') + 1),
    0,
  )

async function* listRows(
  rows: readonly SheetRow[],
  headerIndex: number,
  columnCount: number,
): AsyncGenerator<CsvRow> {
  for (const [index, row] of rows.entries()) {
    if (index <= headerIndex || !hasText(row)) continue
    const cells = Array.from({ length: columnCount }, (_, column) => formatCell(row[column]).trim())
    yield { row: index + 1, cells }
  }
}
