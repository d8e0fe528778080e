import { type Unzipped, unzipSync, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import { ImportFileError } from '../import-problem.ts'
import type { CsvLimits, CsvRow } from './import-csv.ts'
import type { TableFile } from './table-file.ts'

const maxUnpackedBytes = 200 * 1024 * 1024
const maxCells = 10_000_000

export const isZipFile = (start: Buffer) => start.subarray(0, 4).toString('latin1') === 'PK\x03\x04'

/**
 * Opens an Excel workbook (XLSX). Reads the first sheet that has rows.
 * @throws ImportFileError for other ZIP files, and for sheets that are too large
 */
export async function openWorkbook(
  file: AsyncIterable<Buffer>,
  limits: CsvLimits,
): Promise<TableFile> {
  const archive = unpackWorkbook(Buffer.concat(await Array.fromAsync(file)))
  for (const [path, content] of Object.entries(archive))
    if (path.startsWith('xl/worksheets/')) verifySheetSize(content, limits)
  const sheets = await readSheets(archive)
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

/** @throws ImportFileError when the unpacked files are too large */
function unpackWorkbook(bytes: Buffer): Unzipped {
  let size = 0
  let unpackedFiles: Unzipped
  try {
    unpackedFiles = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        const isNeeded = /\.(xml|rels)$/.test(name)
        if (isNeeded) size += originalSize
        if (size > maxUnpackedBytes) throw new ImportFileError('import_workbook_too_large')
        return isNeeded
      },
    })
  } catch (error) {
    throw error instanceof ImportFileError ? error : new ImportFileError('import_workbook_damaged')
  }
  if (!('xl/workbook.xml' in unpackedFiles)) throw new ImportFileError('import_zip')
  return unpackedFiles
}

/** Cells can name any position, and the reader creates all cells before it. */
function verifySheetSize(content: Uint8Array, { rows, columns }: CsvLimits) {
  let lastColumn = 0
  let lastRow = 0
  const xml = Buffer.from(content).toString('latin1')
  for (const [, letters = '', rowNumber = ''] of xml.matchAll(
    /<(?:\w+:)?(?:c|row)\b[^>]*?\br="([A-Z]*)(\d+)"/g,
  )) {
    lastRow = Math.max(lastRow, Number(rowNumber))
    lastColumn = Math.max(lastColumn, toColumnNumber(letters))
  }
  // The header is a row too.
  if (lastRow > rows + 1) throw new ImportFileError('import_too_many_rows', { count: rows })
  if (lastColumn > columns)
    throw new ImportFileError('import_too_many_columns', { maximum: columns })
  if (lastRow * lastColumn > maxCells) throw new ImportFileError('import_workbook_too_large')
}

const toColumnNumber = (letters: string) =>
  [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)

/**
 * Packs the files again, because the sizes in the file can be wrong and the reader trusts them.
 */
async function readSheets(archive: Unzipped): Promise<{ data: SheetRow[] }[]> {
  const packedFiles = new Uint8Array(zipSync(archive, { level: 0 }))
  try {
    return await readWorkbook(packedFiles.buffer, { parseNumber: formatNumber })
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
