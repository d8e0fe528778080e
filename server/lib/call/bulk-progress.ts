import type { Tx } from '../db/db.ts'
import type { Principal } from './authenticate.ts'
import type { App } from './serve.ts'

/** Tells the tab of the call how many rows were changed so far. */
export type ReportProgress = (processed: number) => void

/** The rows that one statement changes, after which the progress is reported. */
const rowsPerStep = 200

/** Writes rows in steps, after each of which the progress is reported. */
export async function inSteps<T>(
  rows: readonly T[],
  reportProgress: ReportProgress,
  write: (step: readonly T[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += rowsPerStep) {
    const step = rows.slice(start, start + rowsPerStep)
    await write(step)
    reportProgress(start + step.length)
  }
}

/**
 * Returns a function that reports the progress of a bulk call to its tab, before the commit. The
 * stream of notifications carries it, also from another process. A call of an app has no tab.
 */
export async function createProgressReporter(
  { db }: Pick<App, 'db'>,
  tx: Tx,
  { personId }: Pick<Principal, 'personId'>,
): Promise<ReportProgress> {
  const [row] = await tx<{ tab: string | null }[]>`
    select current_setting('app.tab_id', true) as tab`
  const tab = row?.tab
  if (!tab) return () => {}
  return processed => db.messageSender.send([`bulk_progress ${personId} ${tab} ${processed}`])
}
