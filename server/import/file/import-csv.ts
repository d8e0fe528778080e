import { finished } from 'node:stream'
import { CsvError, type Parser, parse } from 'csv-parse'
import type { ImportProblem } from '#contract/import.ts'
import { ImportFileError } from '../import-problem.ts'
import { decodeFile } from './import-encoding.ts'

/** The most that is held in memory at a time is one record; the rest bounds what a file may ask for. */
export const csvLimits = { columns: 500, maxRecordLength: 1_000_000, rows: 250_000 }
export type CsvLimits = typeof csvLimits

/** `problem` says why the cells cannot be trusted: too few or too many of them, or a quote that never ends. */
export type CsvRow = { row: number; cells: string[]; problem?: ImportProblem }

export type CsvFile = {
  header: string[]
  delimiter: string
  rows: AsyncGenerator<CsvRow>
  warnings: ImportProblem[]
}

/** Opens a CSV and reads its header; the rows come as they are asked for. `warnings` grows while they are read. */
export async function openCsv(
  input: AsyncIterable<Buffer>,
  limits: CsvLimits = csvLimits,
): Promise<CsvFile> {
  const warnings: ImportProblem[] = []
  const { text } = await decodeFile(input, message =>
    warnings.push({ row: 1, column: '', level: 'warn', code: 'encoding', message }),
  )
  const { sample, remainingText } = await readSample(text)
  const { delimiter, skip } = findDelimiter(sample)
  const records = parseText(prependSample(sample.slice(skip), remainingText), delimiter, limits)
  const headerRecord = await readFirstRecord(records)
  const header = headerRecord.cells.map(cell => cell.trim())
  if (header.length > limits.columns)
    throw new ImportFileError(
      'too_many_columns',
      `This file has ${header.length} columns; at most ${limits.columns} can be read.`,
    )
  return { header, delimiter, rows: checkRows(records, header, headerRecord.row, limits), warnings }
}

async function readFirstRecord(records: AsyncGenerator<CsvRow>): Promise<CsvRow> {
  for (;;) {
    const next = await records.next()
    if (next.done) throw new ImportFileError('empty', 'This file has no rows.')
    if (next.value.problem)
      throw new ImportFileError(
        'unreadable',
        `The first row cannot be read: ${next.value.problem.message}`,
      )
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
      throw new ImportFileError(
        'too_many_rows',
        `This file has more than ${limits.rows} rows. Split it and bring the parts in one after another.`,
      )
    if (record.problem) yield record
    else if (!isBlank(record.cells)) yield { ...record, ...fixCellCount(record, header) }
  }
}

/** Blank cells past the last header are what spreadsheets leave behind, and no reason to doubt the row. */
function fixCellCount({ row, cells }: CsvRow, header: string[]): Partial<CsvRow> {
  if (cells.length === header.length) return {}
  if (cells.length > header.length && isBlank(cells.slice(header.length)))
    return { cells: cells.slice(0, header.length) }
  const message = `This row has ${cells.length} cells where the header has ${header.length}, so its values may stand in the wrong columns.`
  return { problem: { row, column: '', level: 'error', code: 'ragged_row', message } }
}

/**
 * Records are taken as they are made rather than read from the parser as a stream: a stream that fails drops what it
 * still held, and the rows before a broken quote would be lost with it.
 */
async function* parseText(
  text: AsyncIterable<string>,
  delimiter: string,
  limits: CsvLimits,
): AsyncGenerator<CsvRow> {
  let parsedRecords: string[][] = []
  let row = 0
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    // Cells padded with spaces to line up. A tab may be the delimiter, and trimming would eat empty cells.
    trim: delimiter !== '\t',
    max_record_size: limits.maxRecordLength,
    on_record: (record: string[]) => {
      parsedRecords.push(record)
      return null
    },
  })
  // Each failure also reaches the callback below; without a listener it would end the process.
  parser.on('error', () => {}).resume()
  const takeRows = () => {
    const rows = parsedRecords.map((cells): CsvRow => ({ row: ++row, cells }))
    parsedRecords = []
    return rows
  }
  for await (const part of appendEnd(text)) {
    const error = await writeChunk(parser, part)
    yield* takeRows()
    if (error) return yield unreadableRow(error, row + 1)
  }
}

/** The text, and null after it. */
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

function unreadableRow(error: Error, row: number): CsvRow {
  const isUnclosedQuote = error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'
  const isTooLong = error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE'
  if (!isUnclosedQuote && !isTooLong) throw error
  const reason = isUnclosedQuote
    ? 'A quote is opened here and never closed'
    : 'A cell here is too long, perhaps for want of a closing quote'
  const message = `${reason}, so the file could not be read from here on.`
  return {
    row,
    cells: [],
    problem: {
      row,
      column: '',
      level: 'error',
      code: isUnclosedQuote ? 'quote_not_closed' : 'cell_too_long',
      message,
    },
  }
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

/** The sign that stands most often outside quotes in the header; or what Excel's own `sep=` line says. */
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
