import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { type JobHandlers, runInBatches } from '../lib/job/jobs.ts'

const batchSize = 2000
const endedDaysAgo = (tx: Tx, days: number) =>
  tx`least(s.ended_at, s.expires_at) < now() - make_interval(days => ${days})`

/**
 * The rows that each account table no longer needs. Used tokens stay while their session is active,
 * because the reuse of a token reveals a thief. Sessions stay for 90 days after their end, because
 * they show which networks a person uses.
 */
const cleanupSteps: ((tx: Tx) => Promise<{ count: number }>)[] = [
  tx =>
    tx`
    delete from refresh_token where hash in (
      select t.hash from refresh_token t join session s on s.id = t.session_id
      where ${endedDaysAgo(tx, 1)} limit ${batchSize})`,
  tx =>
    tx`
    delete from session where id in (
      select s.id from session s where ${endedDaysAgo(tx, 90)} limit ${batchSize})`,
  tx =>
    tx`
    delete from mail_link where hash in (
      select hash from mail_link where expires_at < now() - interval '7 days' limit ${batchSize})`,
]

/** Returns the job that deletes expired sessions, refresh tokens and email links. */
export const accountCleanupJobs = (app: Pick<App, 'db'>): JobHandlers => ({
  'account.cleanup': runInBatches(
    app,
    ...cleanupSteps.map(runStep => async (tx: Tx) => (await runStep(tx)).count === batchSize),
  ),
})
