import { type CsvFormat, type CsvProblem, type ScannedRecord, scanRecord } from './csv-record.ts'

/** A record of a CSV text. `row` counts records, blank lines too, as a spreadsheet does. */
export type CsvRecord = { row: number; cells: string[]; problem?: CsvProblem }

/** Yields the records of a text. It ends after a record that makes the rest unreadable. */
export async function* readCsvRecords(
  parts: AsyncIterable<string> | Iterable<string>,
  format: CsvFormat,
): AsyncGenerator<CsvRecord> {
  let text = ''
  let neededLength = 0
  let row = 0
  for await (const part of appendEnd(parts)) {
    text += part ?? ''
    if (part !== null && text.length < neededLength) continue
    let position = 0
    for (const record of scanRecords(text, part === null, format)) {
      position = record.end
      yield toRecord(record, ++row)
      if (isLast(record)) return
    }
    text = text.slice(position)
    // A long record is read again with each part, so the parts grow with it.
    neededLength = text.length * 2
  }
}

/** Returns the first records of a text that can be cut. */
export function listFirstCsvRecords(
  text: string,
  format: CsvFormat,
  isEnough: (record: CsvRecord) => boolean,
): CsvRecord[] {
  const records: CsvRecord[] = []
  for (const scanned of scanRecords(text, true, format)) {
    const record = toRecord(scanned, records.length + 1)
    records.push(record)
    if (isEnough(record)) break
  }
  return records
}

function* scanRecords(
  text: string,
  isComplete: boolean,
  format: CsvFormat,
): Generator<ScannedRecord> {
  for (let position = 0; position < text.length; ) {
    const record = scanRecord({ text, isComplete }, position, format)
    if (!record) return
    yield record
    if (isLast(record)) return
    position = record.end
  }
}

const isLast = ({ problem }: ScannedRecord) =>
  problem !== undefined && problem !== 'quote_misplaced'

const toRecord = ({ cells, problem }: ScannedRecord, row: number): CsvRecord => ({
  row,
  cells,
  ...(problem && { problem }),
})

/** Yields the parts, then null. */
async function* appendEnd(
  parts: AsyncIterable<string> | Iterable<string>,
): AsyncGenerator<string | null> {
  yield* parts
  yield null
}
