import { type CsvLimits, csvLimits, openCsv } from './import-csv.ts'
import { prependStart, readAtLeast } from './import-encoding.ts'
import { openWorkbook } from './open-workbook.ts'
import type { TableFile } from './table-file.ts'
import { isZipFile } from './workbook-archive.ts'

/** Returns the whole file, and whether it starts like a ZIP file, as a workbook does. */
export async function detectWorkbook(
  input: AsyncIterable<Buffer>,
): Promise<{ file: AsyncIterable<Buffer>; isWorkbook: boolean }> {
  const source = input[Symbol.asyncIterator]()
  const { start, isDone } = await readAtLeast(source, 4)
  return { file: prependStart(start, source, isDone), isWorkbook: isZipFile(start) }
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
  return isWorkbook ? openWorkbook(file, limits) : openCsv(file, limits)
}
