import type {
  ImportAction,
  ImportChange,
  ImportColumn,
  ImportFormat,
  ImportProblem,
} from '#contract/import/import.ts'
import type { ErrorMessage } from '#contract/lib/call/problem.ts'
import type { ImportEncoding } from '#contract/lib/text/import-encoding.ts'
import { toProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import type { SpreadsheetMatching, StoredMatchings } from './file/match-spreadsheet.ts'
import { toProblemMessage } from './import-problem.ts'

/** The result for one product or order: an item of the preview, and of the report after the run. */
export type ImportOutcome = {
  row: number
  action: ImportAction
  name: string
  title: string
  size: number
  amount: number | null
  changes: ImportChange[]
  /** Why it is skipped. */
  reasons: ErrorMessage[]
  target: string | null
  /** Problems that the parser has not reported. */
  problems: ImportProblem[]
}

/**
 * The settings of the store, the time of the upload and the permissions of the user, which affect
 * how a file is read.
 */
export type ImportSettings = {
  currency: string
  /** The locale of the store's texts. */
  locale: string
  timeZone: string
  now: Date
  /** The base URL of the store's images, without a slash at the end. */
  siteUrl: string
  /** The URL of the old store, which the user has entered to complete its image paths. */
  imageBaseUrl: string
  /** Whether the store has categories. */
  hasCategories: boolean
  /** The choice at the start of the import; null while it is planned. */
  createCategories: boolean | null
  canCreateCategories: boolean
  matchings: StoredMatchings
  /** The encoding of a text file, if it is known from a user or from the plan. */
  encoding: ImportEncoding | null
}

/**
 * A parsed file, which a process can send to another. `entries` are its products, orders or
 * customers in their order, including those with errors. `context` has the data about other entries
 * that the plan of an entry needs.
 */
export type ParsedImport<E, C> = {
  format: ImportFormat
  columns: ImportColumn[]
  rowCount: number
  /** How the columns are matched to fields; null for files of a known format. */
  matching: SpreadsheetMatching | null
  problems: ImportProblem[]
  /** Whether types become categories; null if the file has categories or no types. */
  createCategories: boolean | null
  entries: E[]
  context: C
}

/** Plans consecutive entries of a file, and writes those whose index passes `shouldWrite`. */
export type ProcessEntries<E> = (
  tx: Tx,
  entries: readonly E[],
  shouldWrite?: (index: number) => boolean,
) => Promise<ImportOutcome[]>

/** Returns the outcome of a product or order that the database rejected. */
export function createRejectedOutcome(outcome: ImportOutcome, error: unknown): ImportOutcome {
  const reason = toProblem(error).toErrorMessage()
  return {
    ...outcome,
    action: 'skip',
    changes: [],
    target: null,
    reasons: [reason],
    problems: [{ row: outcome.row, column: '', field: '', value: '', level: 'error', ...reason }],
  }
}

const maxReasons = 5

/** Returns the outcome of a product or order with errors in its rows. */
export const createInvalidOutcome = (
  { name, title, rows }: { name: string; title: string; rows: readonly number[] },
  errorsByRow: ReadonlyMap<number, ErrorMessage[]>,
): ImportOutcome => ({
  row: rows[0] ?? 0,
  action: 'skip',
  name,
  title,
  size: 0,
  amount: null,
  changes: [],
  target: null,
  problems: [],
  reasons: rows.flatMap(row => errorsByRow.get(row) ?? []).slice(0, maxReasons),
})

const maxChanges = 60
const maxTextLength = 300

/**
 * Returns the changes with long texts and lists shortened, or a preview would be as large as the
 * catalog.
 */
export const shortenChanges = (changes: readonly ImportChange[]): ImportChange[] =>
  changes
    .slice(0, maxChanges)
    .map(({ field, from, to }) => ({ field, from: shortenText(from), to: shortenText(to) }))

const shortenText = (value: unknown) =>
  typeof value === 'string' && value.length > maxTextLength
    ? `${value.slice(0, maxTextLength)}…`
    : value

/** Returns the messages of the errors by row. */
export function groupErrorMessagesByRow(
  problems: readonly ImportProblem[],
): ReadonlyMap<number, ErrorMessage[]> {
  const errors = problems.filter(problem => problem.level === 'error')
  return new Map(
    [...Map.groupBy(errors, problem => problem.row)].map(([row, list]) => [
      row,
      list.map(toProblemMessage),
    ]),
  )
}
