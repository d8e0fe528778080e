import { type CsvLimits, csvLimits, openCsv } from './import-csv.ts'
import { prependStart, readAtLeast } from './import-encoding.ts'
import { openWorkbook } from './open-workbook.ts'
import type { TableFile } from './table-file.ts'
import { isZipFile } from './workbook-archive.ts'

/**
 * Opens a CSV file, a TSV file or an Excel workbook and reads its header.
 * @throws ImportFileError for other files
 */
export async function openTable(
  input: AsyncIterable<Buffer>,
  limits: CsvLimits = csvLimits,
): Promise<TableFile> {
  const source = input[Symbol.asyncIterator]()
  const { start, isDone } = await readAtLeast(source, 4)
  const file = prependStart(start, source, isDone)
  return isZipFile(start) ? openWorkbook(file, limits) : openCsv(file, limits)
}
