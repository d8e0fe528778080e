import type {
  ImportAction,
  ImportChange,
  ImportColumn,
  ImportFormat,
  ImportProblem,
} from '#contract/import.ts'
import { toProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'

/** What becomes of one product or order: a line of the preview, and after the run of the report. */
export type ImportOutcome = {
  row: number
  action: ImportAction
  name: string
  title: string
  size: number
  amount: number | null
  changes: ImportChange[]
  reasons: string[]
  target: string | null
  /** Beyond those that reading has found. */
  problems: ImportProblem[]
}

/** What the settings of the store and the moment of the upload decide about a file. */
export type ImportSettings = {
  currency: string
  now: Date
  /** Where the store's own pictures are shown, without a slash at the end. */
  siteUrl: string
}

/** A file that was read: `entries` are its products or orders in their order, those with errors among them. */
export type ParsedImport<E> = {
  format: ImportFormat
  columns: ImportColumn[]
  rowCount: number
  problems: ImportProblem[]
  entries: E[]
  /** Variants or lines: what a batch is measured by. */
  getEntryWeight: (entry: E) => number
  /** Decides for entries that follow each other. With `isOpen`, those that it names by index are written as well. */
  processEntries: (
    tx: Tx,
    entries: readonly E[],
    shouldWrite?: (index: number) => boolean,
  ) => Promise<ImportOutcome[]>
}

/** An outcome that the database refused when it was to be written. */
export function createRejectedOutcome(outcome: ImportOutcome, error: unknown): ImportOutcome {
  const message = `This was refused: ${toProblem(error).message}.`
  return {
    ...outcome,
    action: 'skip',
    changes: [],
    target: null,
    reasons: [message],
    problems: [{ row: outcome.row, column: '', level: 'error', code: 'refused', message }],
  }
}

const maxChanges = 60
const maxTextLength = 300

/** Changes for reading: long texts and long lists are shortened, or a preview would be as large as the catalogue. */
export const shortenChanges = (changes: readonly ImportChange[]): ImportChange[] =>
  changes
    .slice(0, maxChanges)
    .map(({ field, from, to }) => ({ field, from: shortenText(from), to: shortenText(to) }))

const shortenText = (value: unknown) =>
  typeof value === 'string' && value.length > maxTextLength
    ? `${value.slice(0, maxTextLength)}…`
    : value

/** The sentences of the errors, by the rows they stand in. */
export function groupErrorMessagesByRow(
  problems: readonly ImportProblem[],
): ReadonlyMap<number, string[]> {
  const errors = problems.filter(problem => problem.level === 'error')
  return new Map(
    [...Map.groupBy(errors, problem => problem.row)].map(([row, list]) => [
      row,
      list.map(problem => problem.message),
    ]),
  )
}
