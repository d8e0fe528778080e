import { isZipFile } from '../../lib/text/zip-file.ts'
import { type CsvLimits, type CsvRow, csvLimits, openCsv } from './import-csv.ts'
import { prependStart, readAtLeast } from './import-encoding.ts'
import { type ColumnNumbers, countDecimalMarks } from './number-format.ts'
import type { TableFile } from './table-file.ts'

/** Returns the whole file, and whether it starts like a ZIP file, as a workbook does. */
export async function detectWorkbook(
  input: AsyncIterable<Buffer>,
): Promise<{ file: AsyncIterable<Buffer>; isWorkbook: boolean }> {
  const source = input[Symbol.asyncIterator]()
  const { start, isDone } = await readAtLeast(source, 4)
  return { file: prependStart(start, source, isDone), isWorkbook: isZipFile(start) }
}

/** Opens a file from its start, each time it is called. */
export type OpenFile = () => AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>

/**
 * Opens a table after counting the decimal marks of its columns. The file is read twice, because the
 * last row can show how the first one is written.
 */
export async function openCountedTable(
  openFile: OpenFile,
  limits: CsvLimits,
): Promise<{ file: TableFile; columnNumbers: ColumnNumbers[] }> {
  const { rows } = await openTable(await openFile(), limits)
  const columnNumbers = await countDecimalMarks(rows)
  return { file: await openTable(await openFile(), limits), columnNumbers }
}

/**
 * Opens a CSV file, a TSV file or an Excel workbook and reads its header.
 * @throws ImportFileError for other files
 */
export async function openTable(
  input: AsyncIterable<Buffer>,
  limits: CsvLimits = csvLimits,
): Promise<TableFile> {
  const { file, isWorkbook } = await detectWorkbook(input)
  const table = await (isWorkbook ? loadAndOpenWorkbook(file, limits) : openCsv(file, limits))
  return { ...table, header: table.header.map(unwrapText), rows: unwrapRows(table.rows) }
}

/** Loads the reader of workbooks only when needed, because most files are CSV files. */
async function loadAndOpenWorkbook(file: AsyncIterable<Buffer>, limits: CsvLimits) {
  const { openWorkbook } = await import('./open-workbook.ts')
  return openWorkbook(file, limits)
}

/** Returns the text of `="0018"`, with which programs keep the zeros of a code in spreadsheets. */
function unwrapText(cell: string): string {
  const [, text] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell) ?? []
  return text === undefined ? cell : text.replaceAll('""', '"')
}

async function* unwrapRows(rows: AsyncGenerator<CsvRow>): AsyncGenerator<CsvRow> {
  for await (const row of rows) yield { ...row, cells: row.cells.map(unwrapText) }
}
