import { finished } from 'node:stream'
import { CsvError, type Parser, parse } from 'csv-parse'
import { type ImportProblem, RefusedFile } from '../import-problem.ts'
import { decode } from './import-encoding.ts'

/** The most that is held in memory at a time is one record; the rest bounds what a file may ask for. */
export const csvLimits = { columns: 500, recordLetters: 1_000_000, rows: 250_000 }
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
  const { text } = await decode(input, message =>
    warnings.push({ row: 1, column: '', level: 'warn', code: 'encoding', message }),
  )
  const { sample, rest } = await peek(text)
  const { delimiter, skip } = findDelimiter(sample)
  const records = parseText(concat(sample.slice(skip), rest), delimiter, limits)
  const first = await firstRecord(records)
  const header = first.cells.map(cell => cell.trim())
  if (header.length > limits.columns)
    throw new RefusedFile(
      'too_many_columns',
      `This file has ${header.length} columns; at most ${limits.columns} can be read.`,
    )
  return { header, delimiter, rows: checkRows(records, header, first.row, limits), warnings }
}

async function firstRecord(records: AsyncGenerator<CsvRow>): Promise<CsvRow> {
  for (;;) {
    const next = await records.next()
    if (next.done) throw new RefusedFile('empty', 'This file has no rows.')
    if (next.value.problem)
      throw new RefusedFile(
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
      throw new RefusedFile(
        'too_many_rows',
        `This file has more than ${limits.rows} rows. Split it and bring the parts in one after another.`,
      )
    if (record.problem) yield record
    else if (!isBlank(record.cells)) yield { ...record, ...ragged(record, header) }
  }
}

/** Blank cells past the last header are what spreadsheets leave behind, and no reason to doubt the row. */
function ragged({ row, cells }: CsvRow, header: string[]): Partial<CsvRow> {
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
  let made: string[][] = []
  let row = 0
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    // Cells padded with spaces to line up. A tab may be the delimiter, and trimming would eat empty cells.
    trim: delimiter !== '\t',
    max_record_size: limits.recordLetters,
    on_record: (record: string[]) => {
      made.push(record)
      return null
    },
  })
  // Each failure also reaches the callback below; without a listener it would end the process.
  parser.on('error', () => {}).resume()
  const take = () => {
    const rows = made.map((cells): CsvRow => ({ row: ++row, cells }))
    made = []
    return rows
  }
  for await (const part of withEnd(text)) {
    const error = await feed(parser, part)
    yield* take()
    if (error) return yield brokenOff(error, row + 1)
  }
}

/** The text, and null after it. */
async function* withEnd(text: AsyncIterable<string>): AsyncGenerator<string | null> {
  yield* text
  yield null
}

function feed(parser: Parser, part: string | null): Promise<Error | undefined> {
  return new Promise(resolve => {
    if (part !== null) parser.write(part, error => resolve(error ?? undefined))
    else {
      finished(parser, error => resolve(error ?? undefined))
      parser.end()
    }
  })
}

function brokenOff(error: Error, row: number): CsvRow {
  const isQuote = error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED'
  const isLong = error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE'
  if (!isQuote && !isLong) throw error
  const why = isQuote
    ? 'A quote is opened here and never closed'
    : 'A cell here is too long, perhaps for want of a closing quote'
  const message = `${why}, so the file could not be read from here on.`
  return {
    row,
    cells: [],
    problem: {
      row,
      column: '',
      level: 'error',
      code: isQuote ? 'quote_not_closed' : 'cell_too_long',
      message,
    },
  }
}

async function peek(text: AsyncGenerator<string>) {
  let sample = ''
  while (sample.length < 65_536) {
    const next = await text.next()
    if (next.done) break
    sample += next.value
  }
  return { sample, rest: text }
}

async function* concat(sample: string, rest: AsyncIterable<string>): AsyncGenerator<string> {
  if (sample) yield sample
  for await (const part of rest) if (part) yield part
}

const delimiters = [',', ';', '\t'] as const

/** The sign that stands most often outside quotes in the header; or what Excel's own `sep=` line says. */
export function findDelimiter(sample: string): { delimiter: string; skip: number } {
  const said = /^"?sep=([,;\t])"?\r?\n/i.exec(sample)
  if (said?.[1]) return { delimiter: said[1], skip: said[0].length }
  const counts = new Map<string, number>()
  let isQuoted = false
  for (const letter of sample.trimStart()) {
    if (letter === '"') isQuoted = !isQuoted
    else if (!isQuoted && (letter === '\n' || letter === '\r')) break
    else if (!isQuoted) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  }
  const [first] = delimiters.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))
  return { delimiter: first ?? ',', skip: 0 }
}

const isBlank = (cells: string[]) => cells.every(cell => cell.trim() === '')
