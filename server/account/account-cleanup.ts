import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { type JobHandlers, runInBatches } from '../lib/job/jobs.ts'

const batchSize = 2000
const endedDaysAgo = (tx: Tx, days: number) =>
  tx`least(s.ended_at, s.expires_at) < now() - make_interval(days => ${days})`

/**
 * What each table of people no longer needs. A token that was used is kept for as long as its session lives, since one that
 * comes again tells of a thief; a session is kept for as long as it says where its person is known.
 */
const cleanupSteps: ((tx: Tx) => Promise<{ count: number }>)[] = [
  tx =>
    tx`delete from refresh_token where hash in (select t.hash from refresh_token t join session s on s.id = t.session_id where ${endedDaysAgo(tx, 1)} limit ${batchSize})`,
  tx =>
    tx`delete from session where id in (select s.id from session s where ${endedDaysAgo(tx, 90)} limit ${batchSize})`,
  tx =>
    tx`delete from mail_link where hash in (select hash from mail_link where expires_at < now() - interval '7 days' limit ${batchSize})`,
]

export const accountCleanupJobs = (app: Pick<App, 'db'>): JobHandlers => ({
  'account.forget': runInBatches(
    app,
    ...cleanupSteps.map(runStep => async (tx: Tx) => (await runStep(tx)).count === batchSize),
  ),
})
