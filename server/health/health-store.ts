import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { type Db, inScope } from '../lib/db.ts'

const patienceMs = 900
const newest = readdirSync(join(import.meta.dirname, '../db/migrations')).filter(name => name.endsWith('.sql')).toSorted().at(-1)?.replace(/\.sql$/, '') ?? ''

/** Whether the database answers in time, and has at least the migrations that this code was written for. */
export async function asksDatabase(db: Db): Promise<{ database: boolean; migrations: boolean }> {
  const asked = inScope(db, {}, tx => tx<{ migrations: boolean }[]>`select exists (select 1 from public.migration where name = ${newest}) as migrations`)
    .then(([row]) => ({ database: true, migrations: row?.migrations ?? false }), () => no)
  return Promise.race([asked, sleep(patienceMs, no, { ref: false })])
}
const no = { database: false, migrations: false }

export type JobCount = { waiting: number; running: number; later: number; failed: number; waitedSeconds: number }

/** Jobs as they stand, for the owner of the queue. One that failed and will be tried again is for later. */
export async function countJobs(owner: postgres.Sql): Promise<JobCount | undefined> {
  const [count] = await owner<JobCount[]>`
    select count(*) filter (where attempts < max_attempts and locked_at is null and run_at <= now())::integer as waiting,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where attempts < max_attempts and locked_at is null and run_at > now())::integer as later,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::integer as failed,
      coalesce(extract(epoch from now() - min(run_at) filter (where attempts < max_attempts and locked_at is null and run_at <= now())), 0)::float8 as "waitedSeconds"
    from graphile_worker._private_jobs`
  return count
}
