import type { ImportAction } from '#contract/import.ts'
import { toProblem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import type { ImportColumn, ProductFormat } from './import-columns.ts'
import type { Change } from './import-plan.ts'
import type { ImportProblem } from './import-problem.ts'

/** What becomes of one product or order: a line of the preview, and after the run of the report. */
export type Outcome = {
  row: number
  action: ImportAction
  name: string
  title: string
  size: number
  amount: number | null
  changes: Change[]
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
  site: string
}

/** A file that was read: `entries` are its products or orders in their order, those with errors among them. */
export type Reading<E> = {
  format: ProductFormat
  columns: ImportColumn[]
  rowCount: number
  problems: ImportProblem[]
  entries: E[]
  /** Variants or lines: what a batch is measured by. */
  weigh: (entry: E) => number
  /** Decides for entries that follow each other. With `isOpen`, those that it names by index are written as well. */
  decide: (tx: Tx, entries: readonly E[], isOpen?: (index: number) => boolean) => Promise<Outcome[]>
}

/** An outcome that the database refused when it was to be written. */
export function refusedOutcome(outcome: Outcome, error: unknown): Outcome {
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
const maxLetters = 300

/** Changes for reading: long texts and long lists are shortened, or a preview would be as large as the catalogue. */
export const readableChanges = (changes: readonly Change[]): Change[] =>
  changes
    .slice(0, maxChanges)
    .map(({ field, from, to }) => ({ field, from: short(from), to: short(to) }))

const short = (value: unknown) =>
  typeof value === 'string' && value.length > maxLetters ? `${value.slice(0, maxLetters)}…` : value

/** The sentences of the errors, by the rows they stand in. */
export function errorsByRow(problems: readonly ImportProblem[]): ReadonlyMap<number, string[]> {
  const errors = problems.filter(problem => problem.level === 'error')
  return new Map(
    [...Map.groupBy(errors, problem => problem.row)].map(([row, list]) => [
      row,
      list.map(problem => problem.message),
    ]),
  )
}
