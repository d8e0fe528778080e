import type { CsvDelimiter, CsvFormat } from './csv-record.ts'
import { listFirstCsvRecords } from './read-csv.ts'

/** How the text of a CSV file is laid out. The header follows blank lines and titles. */
export type CsvLayout = {
  delimiter: CsvDelimiter
  /** The length of Excel's `sep=` line, which precedes the table. */
  start: number
  /** The number of the header's record after `start`, from 1. */
  headerRow: number
  columnCount: number | undefined
}

/** Commas are also in numbers and texts, so a file that fits several delimiters has the others. */
const delimiters: readonly CsvDelimiter[] = ['\t', ';', ',']

/** The records with text by which the delimiter and the header are found. */
const sampleRecords = 12

/**
 * Returns the layout of a text from its first characters. The delimiter is the one that splits most
 * records into as many cells as the header has.
 */
export function detectCsv(
  sample: string,
  limits: Pick<CsvFormat, 'maxCells' | 'maxLength'>,
): CsvLayout {
  const separatorLine = /^\uFEFF?"?sep=([,;\t])"?\r?\n/i.exec(sample)
  const start = separatorLine?.[0].length ?? 0
  const text = sample.slice(start)
  const named = delimiters.filter(delimiter => delimiter === separatorLine?.[1])
  const layouts = (named.length > 0 ? named : delimiters).map(delimiter =>
    scoreDelimiter(text, { ...limits, delimiter }),
  )
  const best = layouts.reduce((a, b) => (b.score > a.score ? b : a))
  const { score: _, ...layout } = best
  return { ...layout, start }
}

function scoreDelimiter(text: string, format: CsvFormat) {
  let recordCount = 0
  const records = listFirstCsvRecords(text, format, ({ cells }) => {
    if (countTexts(cells) > 0) recordCount++
    return recordCount >= sampleRecords
  })
  const headerIndex = findHeader(records.map(({ cells }) => cells))
  const columnCount = records[headerIndex]?.cells.length
  const similarRecords = records
    .slice(Math.max(headerIndex, 0))
    .filter(({ cells }) => cells.length === columnCount && !cells.some(hasHalfQuotes))
  const isTooWide = headerIndex < 0 && records.at(-1)?.problem === 'too_many_cells'
  const cellCount = similarRecords.length * (columnCount === 1 ? 0 : (columnCount ?? 0))
  return {
    delimiter: format.delimiter,
    headerRow: headerIndex + 1,
    columnCount,
    score: isTooWide ? format.maxCells : cellCount,
  }
}

/** A wrong delimiter splits quoted cells. */
const hasHalfQuotes = (cell: string) => cell.split('"').length % 2 === 0
const countTexts = (cells: readonly string[]) => cells.filter(cell => cell.trim() !== '').length

/**
 * Returns the index of the first row that is more than half as full as the fullest of the first
 * rows, or -1. Titles, dates and addresses above a table have fewer cells.
 */
export function findHeader(rows: readonly (readonly string[])[]): number {
  const counts = rows.map(countTexts)
  const sample = counts.filter(count => count > 0).slice(0, sampleRecords)
  const least = Math.max(2, Math.floor(Math.max(0, ...sample) / 2) + 1)
  const index = counts.findIndex(count => count >= least)
  return index >= 0 ? index : counts.findIndex(count => count > 0)
}
