import { finished } from 'node:stream'
import { CsvError, type Parser, parse } from 'csv-parse'
import type { ImportProblem } from '#contract/import.ts'
import { createImportProblem, ImportFileError } from '../import-problem.ts'
import { decodeFile } from './import-encoding.ts'

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
 * `problem` says why the cells are unreliable: too few or too many cells, or a quote that is never
 * closed.
 */
export type CsvRow = { row: number; cells: string[]; problem?: ImportProblem }

export type CsvFile = {
  header: string[]
  delimiter: string
  rows: AsyncGenerator<CsvRow>
  warnings: ImportProblem[]
}

/** Opens a CSV file and reads its header. `rows` are read on demand; `warnings` grows meanwhile. */
export async function openCsv(
  input: AsyncIterable<Buffer>,
  limits: CsvLimits = csvLimits,
): Promise<CsvFile> {
  const warnings: ImportProblem[] = []
  const { text } = await decodeFile(input, code =>
    warnings.push(createImportProblem({ row: 1 }, code)),
  )
  const { sample, remainingText } = await readSample(text)
  const { delimiter, skip } = findDelimiter(sample)
  const records = parseText(prependSample(sample.slice(skip), remainingText), delimiter, limits)
  const headerRecord = await readFirstRecord(records, limits)
  const header = headerRecord.cells.map(cell => cell.trim())
  if (header.length > limits.columns) throw createTooManyColumnsError(limits)
  return { header, delimiter, rows: checkRows(records, header, headerRecord.row, limits), warnings }
}

const createTooManyColumnsError = ({ columns }: CsvLimits) =>
  new ImportFileError('import_too_many_columns', { maximum: columns })

async function readFirstRecord(
  records: AsyncGenerator<CsvRow>,
  limits: CsvLimits,
): Promise<CsvRow> {
  for (;;) {
    const next = await records.next()
    if (next.done || next.value.row > limits.rows) throw new ImportFileError('import_no_rows')
    if (next.value.problem) throw new ImportFileError('import_first_row_unreadable')
    if (!isBlank(next.value.cells)) return next.value
  }
}

async function* checkRows(
  records: AsyncGenerator<CsvRow>,
  header: string[],
  headerRow: number,
  limits: CsvLimits,
): AsyncGenerator<CsvRow> {
  let row = headerRow
  for await (const record of records) {
    row = record.row
    if (row - headerRow > limits.rows)
      throw new ImportFileError('import_too_many_rows', { count: limits.rows })
    if (record.problem) yield record
    else if (!isBlank(record.cells)) yield { ...record, ...fixCellCount(record, header) }
  }
}

/**
 * Drops blank cells after the last header, which spreadsheets write. Other extra or missing cells
 * are an error.
 */
function fixCellCount({ row, cells }: CsvRow, header: string[]): Partial<CsvRow> {
  if (cells.length === header.length) return {}
  if (cells.length > header.length && isBlank(cells.slice(header.length)))
    return { cells: cells.slice(0, header.length) }
  return {
    problem: createImportProblem({ row }, 'ragged_row', {
      count: cells.length,
      columns: header.length,
    }),
  }
}

/**
 * Yields the records of a text. `on_record` collects them, because a stream that fails drops its
 * buffered records, and the rows before an unclosed quote would be lost.
 */
async function* parseText(
  text: AsyncIterable<string>,
  delimiter: string,
  limits: CsvLimits,
): AsyncGenerator<CsvRow> {
  let parsedRecords: string[][] = []
  let cellCount = 0
  let row = 0
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    // Cells can be padded with spaces. Trimming a file with tabs would remove empty cells.
    trim: delimiter !== '\t',
    max_record_size: limits.maxRecordLength,
    // `max_record_size` counts only characters within cells, so it does not limit blank cells.
    cast: cell => {
      if (++cellCount > limits.cells) throw createTooManyColumnsError(limits)
      return cell
    },
    on_record: (record: string[]) => {
      cellCount = 0
      parsedRecords.push(record)
      return null
    },
  })
  // Each error also reaches the callback of `write`. Without a listener it would end the process.
  parser.on('error', () => {}).resume()
  const takeRows = () => {
    const rows = parsedRecords.map((cells): CsvRow => ({ row: ++row, cells }))
    parsedRecords = []
    return rows
  }
  for await (const part of appendEnd(text)) {
    const error = await writeChunk(parser, part)
    yield* takeRows()
    if (error) return yield createUnreadableRow(error, row + 1)
  }
}

/** Yields the text, then null. */
async function* appendEnd(text: AsyncIterable<string>): AsyncGenerator<string | null> {
  yield* text
  yield null
}

function writeChunk(parser: Parser, part: string | null): Promise<Error | undefined> {
  return new Promise(resolve => {
    if (part !== null) parser.write(part, error => resolve(error ?? undefined))
    else {
      finished(parser, error => resolve(error ?? undefined))
      parser.end()
    }
  })
}

function createUnreadableRow(error: Error, row: number): CsvRow {
  const isUnclosedQuote = error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'
  const isTooLong = error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE'
  if (!isUnclosedQuote && !isTooLong) throw error
  const code = isUnclosedQuote ? 'quote_not_closed' : 'cell_too_long'
  return { row, cells: [], problem: createImportProblem({ row }, code) }
}

async function readSample(text: AsyncGenerator<string>) {
  let sample = ''
  while (sample.length < 65_536) {
    const next = await text.next()
    if (next.done) break
    sample += next.value
  }
  return { sample, remainingText: text }
}

async function* prependSample(sample: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (sample) yield sample
  for await (const part of rest) if (part) yield part
}

const delimiters = [',', ';', '\t'] as const

/**
 * Returns the most frequent delimiter outside quotes in the header, or the delimiter of Excel's
 * `sep=` line.
 */
export function findDelimiter(sample: string): { delimiter: string; skip: number } {
  const separatorLine = /^"?sep=([,;\t])"?\r?\n/i.exec(sample)
  if (separatorLine?.[1]) return { delimiter: separatorLine[1], skip: separatorLine[0].length }
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const character of sample.trimStart()) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted) counts.set(character, (counts.get(character) ?? 0) + 1)
  }
  const [bestDelimiter] = delimiters.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  return { delimiter: bestDelimiter ?? ',', skip: 0 }
}

const isBlank = (cells: string[]) => cells.every(cell => cell.trim() === '')
