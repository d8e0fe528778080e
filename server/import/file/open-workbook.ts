import { type Unzipped, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import { findHeader } from '../../lib/text/detect-csv.ts'
import { ImportFileError } from '../import-problem.ts'
import { type CsvLimits, type CsvRow, cleanCell } from './import-csv.ts'
import type { TableFile } from './table-file.ts'
import { unpackWorkbook } from './workbook-archive.ts'
import { FormattedNumber, formatDate, moveStylesIntoNumbers } from './workbook-format.ts'
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
  const files = unpackWorkbook(Buffer.concat(await Array.fromAsync(file)))
  verifyContents(files, limits)
  const sheets = await readSheets(files)
  const rows = sheets.find(({ data }) => data.some(hasText))?.data
  if (!rows) throw new ImportFileError('import_no_rows')
  const headerIndex = findHeaderIndex(rows)
  const header = (rows[headerIndex] ?? []).map(formatShownCell)
  const columnCount = countColumns(rows)
  return {
    header: Array.from({ length: columnCount }, (_, index) => header[index] ?? ''),
    rows: listRows(rows, headerIndex, columnCount),
    warnings: [],
  }
}

type CellValue = unknown
type SheetRow = readonly CellValue[]

function verifyContents(files: Unzipped, limits: CsvLimits) {
  const contents = Object.values(files).map(toBuffer)
  for (const content of contents) verifyMarkup(content)
  verifySheetSizes(contents, limits)
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

async function readSheets(files: Unzipped): Promise<{ data: SheetRow[] }[]> {
  try {
    const parseNumber = moveStylesIntoNumbers(files)
    // The sizes in the file can be wrong, and the reader trusts them.
    const workbook = new Uint8Array(zipSync(files, { level: 0 })).buffer
    return await readWorkbook(workbook, { parseNumber })
  } catch {
    throw new ImportFileError('import_workbook_damaged')
  }
}

const formatCell = (value: CellValue) => cleanCell(toText(value)).trim()

function toText(value: CellValue): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (value instanceof FormattedNumber) return value.plainText
  return value instanceof Date ? formatDate(value) : String(value)
}

const formatShownCell = (value: CellValue) =>
  value instanceof FormattedNumber ? value.shownText : formatCell(value)

const hasCellText = (value: CellValue) =>
  typeof value === 'string' ? value.trim() !== '' : value !== null && value !== undefined
const hasText = (row: SheetRow) => row.some(hasCellText)

/** The rows after the first one with text among which the header is. */
const headerRows = 100

function findHeaderIndex(rows: readonly SheetRow[]): number {
  const start = rows.findIndex(hasText)
  return start + findHeader(rows.slice(start, start + headerRows).map(row => row.map(formatCell)))
}

const countColumns = (rows: readonly SheetRow[]) =>
  rows.reduce((most, row) => Math.max(most, row.findLastIndex(hasCellText) + 1), 0)

async function* listRows(
  rows: readonly SheetRow[],
  headerIndex: number,
  columnCount: number,
): AsyncGenerator<CsvRow> {
  for (const [index, row] of rows.entries()) {
    if (index <= headerIndex || !hasText(row)) continue
    const cells = Array.from({ length: columnCount }, (_, column) => formatCell(row[column]))
    const getShownText = (column: number) => formatShownCell(row[column])
    yield { row: index + 1, cells, getShownText }
  }
}
