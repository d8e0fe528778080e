import type { Tx } from '../db/db.ts'
import type { Principal } from './authenticate.ts'
import type { App } from './serve.ts'

/** Tells the tab of the call how many rows were changed so far. */
export type ReportProgress = (processed: number) => void

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
