/**
 * Why a record is unreliable. `quote_misplaced`: a quote is not doubled, and the record can be read
 * in several ways. After the others, the rest of the text cannot be read.
 */
export type CsvProblem =
  | 'quote_misplaced'
  | 'quote_not_closed'
  | 'record_too_long'
  | 'too_many_cells'

export type CsvDelimiter = ',' | ';' | '\t'
export type CsvFormat = {
  delimiter: CsvDelimiter
  /** The number of cells of a record, if it is known. It decides between several readings. */
  columnCount?: number | undefined
  maxCells: number
  /** The most characters of a record. */
  maxLength: number
}

/** A record and the position after its line end. */
export type ScannedRecord = { cells: string[]; end: number; problem?: CsvProblem }

/** The result of reading a record or a quoted cell. `more`: the text ends before it does. */
type ScanFailure = 'more' | 'misplaced' | 'unclosed'
type CellScan = {
  value: string
  end: number
  /** A quote within the cell is not doubled. */
  isRepaired?: boolean
  hasLineBreak?: boolean
}
type RecordScan = Omit<ScannedRecord, 'problem'> & { isRepaired: boolean; hasLineBreak: boolean }

/** The text of a file that is read in parts. `isComplete` says that its last part has arrived. */
export type CsvText = { text: string; isComplete: boolean }

/**
 * Returns the record at the position, or undefined if more text is needed. A quote in a quoted cell
 * that is not doubled belongs to the text, if the record then has the right number of cells.
 */
export function scanRecord(
  input: CsvText,
  start: number,
  format: CsvFormat,
): ScannedRecord | undefined {
  const { text } = input
  const record = scanCells(input, start, format)
  const isTooLong = text.length - start > format.maxLength
  if (record === 'more' && !isTooLong) return undefined
  if (typeof record === 'object') {
    const { cells, end } = record
    if (cells.length > format.maxCells) return { cells: [], end, problem: 'too_many_cells' }
    if (end - start > format.maxLength) return { cells: [], end, problem: 'record_too_long' }
    if (fits(cells, format) || !(record.isRepaired || record.hasLineBreak)) return { cells, end }
  }
  const line = scanLine(text, start, format)
  if (!(line.isWhole || input.isComplete || isTooLong)) return undefined
  if (line.hasInnerQuote && fits(line.cells, format)) return { cells: line.cells, end: line.end }
  if (record === 'more') return { cells: [], end: text.length, problem: 'record_too_long' }
  if (record === 'unclosed') return { cells: [], end: text.length, problem: 'quote_not_closed' }
  if (typeof record === 'object' && !record.isRepaired) return record
  return { cells: line.cells, end: line.end, problem: 'quote_misplaced' }
}

const isBlank = (cells: readonly string[]) => cells.every(cell => cell.trim() === '')

/** Spreadsheets end rows with blank cells. */
const fits = (cells: readonly string[], { columnCount }: CsvFormat) =>
  columnCount === undefined ||
  cells.length === columnCount ||
  (cells.length > columnCount && isBlank(cells.slice(columnCount)))

/** Reads a record whose cells can have line breaks. */
function scanCells(input: CsvText, start: number, format: CsvFormat): RecordScan | ScanFailure {
  const { text, isComplete } = input
  const cells: string[] = []
  let isRepaired = false
  let hasLineBreak = false
  for (let position = start; ; position++) {
    const cell = scanCell(input, position, format)
    if (typeof cell === 'string') return cell
    cells.push(cell.value)
    isRepaired ||= cell.isRepaired ?? false
    hasLineBreak ||= cell.hasLineBreak ?? false
    position = cell.end
    const isCut = position >= text.length || (text[position] === '\r' && !text[position + 1])
    if (cells.length <= format.maxCells && isCut && !isComplete) return 'more'
    if (text[position] === format.delimiter && cells.length <= format.maxCells) continue
    return { cells, end: skipLineEnd(text, position), isRepaired, hasLineBreak }
  }
}

function skipLineEnd(text: string, position: number): number {
  return text.startsWith('\r\n', position) ? position + 2 : Math.min(position + 1, text.length)
}

/** Returns the position after the spaces that can surround a quoted cell. */
function skipPadding(text: string, from: number, { delimiter }: CsvFormat): number {
  let position = from
  while (text[position] === ' ' || (text[position] === '\t' && delimiter !== '\t')) position++
  return position
}

const isCellEnd = (text: string, position: number, { delimiter }: CsvFormat) =>
  position >= text.length || [delimiter, '\n', '\r'].includes(text[position] ?? '')

function scanCell(input: CsvText, start: number, format: CsvFormat): CellScan | ScanFailure {
  const { text } = input
  const position = skipPadding(text, start, format)
  if (text[position] === '"') return scanQuotedCell(input, position + 1, format)
  const end = findCellEnd(text, position, format)
  return { value: text.slice(position, end).trim(), end }
}

/** The characters of a cell without quotes, by delimiter. */
const cellPatterns: Record<CsvDelimiter, RegExp> = {
  ',': /[^,\r\n]*/y,
  ';': /[^;\r\n]*/y,
  '\t': /[^\t\r\n]*/y,
}

/** Returns the position of the delimiter or line end after a cell without quotes. */
function findCellEnd(text: string, start: number, { delimiter }: CsvFormat): number {
  const pattern = cellPatterns[delimiter]
  pattern.lastIndex = start
  pattern.test(text)
  return pattern.lastIndex
}

/**
 * Reads a cell after its opening quote. It ends at a quote before a delimiter or a line end. Any
 * other single quote is part of the text, which is certain only within a line.
 */
function scanQuotedCell(input: CsvText, start: number, format: CsvFormat): CellScan | ScanFailure {
  const { text, isComplete } = input
  let value = ''
  let isRepaired = false
  let hasLineBreak = false
  for (let position = start; ; ) {
    const run = findQuotes(text, position, format)
    const part = text.slice(position, run.start)
    hasLineBreak ||= /[\r\n]/.test(part)
    if (isRepaired && hasLineBreak) return 'misplaced'
    if (run.next >= text.length && !isComplete) return 'more'
    if (run.count === 0) return 'unclosed'
    const isOdd = run.count % 2 === 1
    if (run.isClosing && (isOdd || isRepaired))
      return { value: value + closeCell(part, run.count), end: run.next, isRepaired, hasLineBreak }
    if (isOdd && hasLineBreak) return 'misplaced'
    isRepaired ||= isOdd
    value += isOdd ? addQuotes(part, (run.count + 1) / 2) : part + '"'.repeat(run.count / 2)
    position = run.start + run.count
  }
}

/**
 * Returns the next quotes. `isClosing` says that a cell can end there, `next` is the position after
 * the quotes and spaces.
 */
function findQuotes(text: string, from: number, format: CsvFormat) {
  const found = text.indexOf('"', from)
  if (found < 0) return { start: text.length, count: 0, next: text.length, isClosing: false }
  let end = found + 1
  while (text[end] === '"') end++
  const next = skipPadding(text, end, format)
  return { start: found, count: end - found, next, isClosing: isCellEnd(text, next, format) }
}

/** Returns the end of a cell. Of an even number of quotes before it, one was not doubled. */
const closeCell = (part: string, count: number) =>
  count % 2 === 1 ? part + '"'.repeat((count - 1) / 2) : addQuotes(part, count / 2)

/** Some programs, such as PHP, write a backslash before a quote instead of doubling it. */
const addQuotes = (part: string, count: number) => part.replace(/\\$/, '') + '"'.repeat(count)

/**
 * Reads the line at the position as a record. `hasInnerQuote` says that a quote in a quoted cell is
 * not doubled, or could be the end of the cell.
 */
function scanLine(text: string, start: number, format: CsvFormat) {
  const lineLength = text.slice(start).search(/[\r\n]/)
  const lineEnd = lineLength < 0 ? text.length : start + lineLength
  const line = text.slice(start, lineEnd)
  const cells: string[] = []
  let hasInnerQuote = false
  for (let position = 0; ; position++) {
    const cell = scanLineCell(line, position, format)
    cells.push(cell.value)
    hasInnerQuote ||= cell.hasInnerQuote
    position = cell.end
    if (position >= line.length) break
  }
  const end = skipLineEnd(text, lineEnd)
  // A line break of two characters can be cut after the first one.
  const isWhole = end < text.length || text[end - 1] === '\n'
  return { cells, end, hasInnerQuote, isWhole }
}

/** Reads a cell of a line. Without a quote at its end, its first quote belongs to the text. */
function scanLineCell(line: string, start: number, format: CsvFormat) {
  const position = skipPadding(line, start, format)
  const isQuoted = line[position] === '"'
  let hasInnerQuote = false
  let value = ''
  for (let from = position + 1; isQuoted; ) {
    const run = findQuotes(line, from, format)
    if (run.count === 0) break
    const part = line.slice(from, run.start)
    const isOdd = run.count % 2 === 1
    hasInnerQuote ||= !(isOdd && run.isClosing)
    if (run.isClosing)
      return { value: value + closeCell(part, run.count), end: run.next, hasInnerQuote }
    value += addQuotes(part, Math.ceil(run.count / 2))
    from = run.start + run.count
  }
  const end = findCellEnd(line, position, format)
  return { value: line.slice(position, end).trim(), end, hasInnerQuote }
}
