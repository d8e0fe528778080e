import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { ImportColumn } from '#contract/import/import.ts'
import { MatchableField } from '#contract/import/import-match.ts'
import { ImportFileError, shortenForMessage } from '../import-problem.ts'
import { type ColumnMap, normalizeHeader } from './import-column-map.ts'
import type { CsvRow } from './import-csv.ts'
import { plainFormat } from './number-format.ts'
import type { TableFile } from './table-file.ts'

/** The field of each column of a spreadsheet; null for a column that is not imported. */
const MatchedFields = z.array(MatchableField.nullable())
export type MatchedFields = z.infer<typeof MatchedFields>

/**
 * How the columns of a spreadsheet are matched to fields. A guess waits for a user to confirm it.
 */
export type SpreadsheetMatching = {
  headerSignature: string
  fields: MatchedFields
  isConfirmed: boolean
}

/**
 * The fields that a user has chosen for this import, and those of earlier imports of the store by
 * the signature of their headers.
 */
export type StoredMatchings = {
  fields: MatchedFields | null
  fieldsBySignature: Readonly<Record<string, MatchedFields>>
}

export const noMatchings: StoredMatchings = { fields: null, fieldsBySignature: {} }

const sampleCount = 3

/** Returns the same text for files with the same headers. */
const createHeaderSignature = (header: readonly string[]) =>
  createHash('sha256')
    .update(JSON.stringify(header.map(normalizeHeader)))
    .digest('hex')
    .slice(0, 32)

/** The fields of one kind of spreadsheet, and the function that guesses them. */
export type FieldGuesser<F extends MatchableField> = {
  Field: z.ZodType<F>
  guessFields: (
    header: readonly string[],
    samples: readonly (readonly string[])[],
  ) => readonly (F | null)[]
}

/** A spreadsheet whose first rows were read to guess its columns. */
export type MatchedSpreadsheet<F extends MatchableField> = {
  matching: SpreadsheetMatching
  fields: readonly (F | null)[]
  columns: ImportColumn[]
  firstRows: CsvRow[]
}

/**
 * Returns the fields of a spreadsheet's columns: as chosen for this import, as chosen for an earlier
 * file with the same headers, or as guessed from the headers and the first rows.
 */
export async function matchSpreadsheet<F extends MatchableField>(
  { header, rows }: TableFile,
  { fields: chosenFields, fieldsBySignature }: StoredMatchings,
  { Field, guessFields }: FieldGuesser<F>,
): Promise<MatchedSpreadsheet<F>> {
  const firstRows = await takeRows(rows, sampleCount)
  if (firstRows.length === 0) throw new ImportFileError('import_no_rows')
  const sampleRows = firstRows.filter(row => !row.problem)
  const samples = sampleRows.map(row => row.cells)
  const headerSignature = createHeaderSignature(header)
  const storedFields = [chosenFields, fieldsBySignature[headerSignature]].find(
    each => each?.length === header.length,
  )
  const fields = storedFields
    ? z.array(Field.nullable()).parse(storedFields)
    : guessFields(header, samples)
  const columns = header.map((name, index) => ({
    header: name,
    field: fields[index] ?? null,
    note: '',
    samples: sampleRows.map(({ cells, getShownText }) =>
      shortenForMessage(getShownText?.(index) ?? cells[index] ?? ''),
    ),
  }))
  const matching = { headerSignature, fields: [...fields], isConfirmed: storedFields !== undefined }
  return { matching, fields, columns, firstRows }
}

/** Returns the columns of a spreadsheet by their matched fields. Its cells have no units. */
export function toColumnMap<F extends string>(
  header: readonly string[],
  columns: ImportColumn[],
  fields: readonly (F | null)[],
): ColumnMap<F> {
  const indexByField = new Map(
    fields.flatMap((field, index) => (field ? [[field, index] as const] : [])),
  )
  return { indexByField, header, columns, getUnit: () => '', getNumberFormat: () => plainFormat }
}

async function takeRows(rows: AsyncGenerator<CsvRow>, count: number): Promise<CsvRow[]> {
  const firstRows: CsvRow[] = []
  while (firstRows.length < count) {
    const next = await rows.next()
    if (next.done) break
    firstRows.push(next.value)
  }
  return firstRows
}
