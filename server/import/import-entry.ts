import type { Tx } from '../lib/db/db.ts'
import { writeWithBisection } from './file/import-retry.ts'
import { createRejectedOutcome, type ImportOutcome } from './import-outcome.ts'

/** A product or an order of a file: a draft, or the rows whose errors prevent one. */
export type ImportEntry<D, I> =
  | { row: number; draft: D; invalid: null }
  | { row: number; draft: null; invalid: I }

type InRows = { rows: readonly number[] }

/** Returns the drafts and the invalid products or orders in the order of the file. */
export const mergeImportEntries = <D extends InRows, I extends InRows>(
  drafts: readonly D[],
  invalid: readonly I[],
): ImportEntry<D, I>[] =>
  [
    ...drafts.map(draft => ({ row: draft.rows[0] ?? 0, draft, invalid: null })),
    ...invalid.map(entry => ({ row: entry.rows[0] ?? 0, draft: null, invalid: entry })),
  ].sort((a, b) => a.row - b.row)

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
