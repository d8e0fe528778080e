import type { ImportProblem } from '#contract/import/import.ts'
import type { Tx } from '../lib/db/db.ts'
import { writeWithBisection } from './file/import-retry.ts'
import {
  createInvalidOutcome,
  createRejectedOutcome,
  groupErrorMessagesByRow,
  type ImportOutcome,
} from './import-outcome.ts'

/**
 * A product, order or customer of a file: a draft, or the outcome that errors in its rows lead to. `weight`
 * is its size in variants or lines, which limits a batch.
 */
export type ImportEntry<D> = { row: number; weight: number } & (
  | { draft: D; invalid: null }
  | { draft: null; invalid: ImportOutcome }
)

type InRows = { rows: readonly number[] }
type InvalidEntry = InRows & { name: string; title: string }

/** Returns the drafts and the invalid products or orders in the order of the file. */
export function createImportEntries<D extends InRows>(
  drafts: readonly D[],
  invalid: readonly InvalidEntry[],
  problems: readonly ImportProblem[],
  getSize: (draft: D) => number,
): ImportEntry<D>[] {
  const errorsByRow = groupErrorMessagesByRow(problems)
  return [
    ...drafts.map(draft => ({
      row: draft.rows[0] ?? 0,
      weight: 1 + getSize(draft),
      draft,
      invalid: null,
    })),
    ...invalid.map(entry => ({
      row: entry.rows[0] ?? 0,
      weight: 1,
      draft: null,
      invalid: createInvalidOutcome(entry, errorsByRow),
    })),
  ].sort((a, b) => a.row - b.row)
}

/** An entry as the preview shows it. `change` is null if nothing is written. */
export type PlannedEntry<C> = { outcome: ImportOutcome; change: C | null }

/**
 * Writes the changes whose index passes `shouldWrite`, and returns the outcomes of all entries.
 * `writeChanges` returns the ids of the written records.
 */
export async function writePlannedEntries<C>(
  tx: Tx,
  plannedEntries: readonly PlannedEntry<C>[],
  shouldWrite: (index: number) => boolean,
  writeChanges: (changes: readonly C[]) => Promise<readonly string[]>,
): Promise<ImportOutcome[]> {
  const outcomes = plannedEntries.map(({ outcome }) => outcome)
  const writes = plannedEntries.flatMap(({ outcome, change }, index) =>
    change !== null && shouldWrite(index) ? [{ index, outcome, change }] : [],
  )
  const writePart = async (part: readonly (typeof writes)[number][]) => {
    const ids = await writeChanges(part.map(({ change }) => change))
    for (const [i, { index, outcome }] of part.entries())
      outcomes[index] = { ...outcome, target: ids[i] ?? null }
  }
  await writeWithBisection(tx, writes, writePart, ({ index, outcome }, error) => {
    outcomes[index] = createRejectedOutcome(outcome, error)
  })
  return outcomes
}
