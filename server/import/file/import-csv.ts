import type { ImportProblem } from '#contract/import/import.ts'
import type { CsvProblem } from '../../lib/text/csv-record.ts'
import { detectCsv } from '../../lib/text/detect-csv.ts'
import { type CsvRecord, readCsvRecords } from '../../lib/text/read-csv.ts'
import { createImportProblem, ImportFileError } from '../import-problem.ts'
import { decodeFile, type EncodingWarning } from './import-encoding.ts'

/**
 * Limits of a file. `cells` is the number of columns of a spreadsheet, which can end each row with
 * blank cells. A record has at most `maxRecordLength` characters.
 */
export const csvLimits = {
  columns: 500,
  cells: 16_384,
  maxRecordLength: 1_000_000,
  rows: 250_000,
}
export type CsvLimits = typeof csvLimits

/**
 * `problem` says why the cells are unreliable, such as too few cells or a misplaced quote. A workbook
 * has two texts for a number with a format: the plain one in `cells`, and the one that it shows.
 */
export type CsvRow = {
  row: number
  cells: string[]
  problem?: ImportProblem
  getShownText?: (column: number) => string
}

export type CsvFile = {
  header: string[]
  delimiter: string
  rows: AsyncGenerator<CsvRow>
  warnings: ImportProblem[]
}

/**
 * Opens a CSV file and reads its header, which can follow titles. `rows` are read on demand;
 * `warnings` grows meanwhile.
 */
export async function openCsv(
  input: AsyncIterable<Buffer>,
  limits: CsvLimits = csvLimits,
): Promise<CsvFile> {
  const warnings: ImportProblem[] = []
  const { text } = await decodeFile(input, code =>
    warnings.push(createEncodingWarning(code, 'windows-1252')),
  )
  const sample = await readSample(text)
  const maximums = { maxCells: limits.cells, maxLength: limits.maxRecordLength }
  const { delimiter, start, headerRow, columnCount } = detectCsv(sample, maximums)
  const records = readCsvRecords(prependSample(sample.slice(start), text), {
    ...maximums,
    delimiter,
    columnCount,
  })
  const header = await readHeader(records, headerRow, limits)
  if (header.length > limits.columns) throw createTooManyColumnsError(limits)
  return { header, delimiter, rows: checkRows(records, header, headerRow, limits), warnings }
}

/** Returns the warning that letters can be wrong. */
export const createEncodingWarning = (code: EncodingWarning, encoding: string) =>
  code === 'encoding'
    ? createImportProblem({ row: 1 }, code, { encoding })
    : createImportProblem({ row: 1 }, code)

const createTooManyColumnsError = ({ columns }: CsvLimits) =>
  new ImportFileError('import_too_many_columns', { maximum: columns })

async function readHeader(
  records: AsyncGenerator<CsvRecord>,
  headerRow: number,
  limits: CsvLimits,
): Promise<string[]> {
  for (;;) {
    const next = await records.next()
    if (next.done || next.value.row > limits.rows) throw new ImportFileError('import_no_rows')
    const { row, cells, problem } = next.value
    if (problem === 'too_many_cells') throw createTooManyColumnsError(limits)
    if (problem && row === headerRow) throw new ImportFileError('import_first_row_unreadable')
    if (row === headerRow) return cells.map(cell => cleanCell(cell).trim())
  }
}

/** The problem of a row for each problem of a record. */
const rowProblems = {
  quote_misplaced: 'quote_misplaced',
  quote_not_closed: 'quote_not_closed',
  record_too_long: 'cell_too_long',
} as const satisfies Partial<Record<CsvProblem, string>>

async function* checkRows(
  records: AsyncGenerator<CsvRecord>,
  header: string[],
  headerRow: number,
  limits: CsvLimits,
): AsyncGenerator<CsvRow> {
  for await (const { row, cells, problem } of records) {
    if (row - headerRow > limits.rows)
      throw new ImportFileError('import_too_many_rows', { count: limits.rows })
    if (problem === 'too_many_cells') throw createTooManyColumnsError(limits)
    if (problem) yield { row, cells, problem: createImportProblem({ row }, rowProblems[problem]) }
    else if (!isBlank(cells)) yield fixCellCount({ row, cells: cells.map(cleanCell) }, header)
  }
}

/**
 * Drops blank cells after the last header, which spreadsheets write. Other extra or missing cells
 * are an error.
 */
function fixCellCount({ row, cells }: CsvRow, header: string[]): CsvRow {
  if (cells.length === header.length) return { row, cells }
  if (cells.length > header.length && isBlank(cells.slice(header.length)))
    return { row, cells: cells.slice(0, header.length) }
  const params = { count: cells.length, columns: header.length }
  return { row, cells, problem: createImportProblem({ row }, 'ragged_row', params) }
}

/** Returns a cell as the database can store it. */
export const cleanCell = (cell: string) => cell.toWellFormed().replaceAll('\0', '')

const sampleLength = 65_536
/** Blank lines before a table that are read in search of it. */
const maxBlankLength = 1_000_000

async function readSample(text: AsyncGenerator<string>): Promise<string> {
  let sample = ''
  while (sample.trimStart().length < sampleLength && sample.length < maxBlankLength) {
    const next = await text.next()
    if (next.done) break
    sample += next.value
  }
  return sample
}

async function* prependSample(sample: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  yield sample
  yield* rest
}

const isBlank = (cells: string[]) => cells.every(cell => cell.trim() === '')
