import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { arrayTypes } from '../db/array-type.ts'
import { openClient } from '../primary/open-client.ts'

export type HeartbeatTiming = { intervalMs: number; deadAfterMs: number }

/** A worker counts as dead after four missed heartbeats: its process has ended or is stuck. */
const defaultTiming: HeartbeatTiming = { intervalMs: 5000, deadAfterMs: 20_000 }

/**
 * Reports that these workers are alive, and releases the jobs of dead ones, so that another process
 * retries them within seconds. Without it graphile-worker waits four hours, because it cannot
 * distinguish a dead worker from a slow one. Reads `workerIds` at each heartbeat.
 */
export function startWorkerHeartbeat(
  ownerUrl: string,
  workerIds: ReadonlySet<string>,
  { intervalMs, deadAfterMs }: HeartbeatTiming = defaultTiming,
): { stop: () => Promise<void> } {
  const sql = openClient(ownerUrl, {
    max: 1,
    prepare: false,
    idle_timeout: 60,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => {},
  })
  let releasesFrom = 0
  async function sendHeartbeat() {
    try {
      await recordHeartbeat(sql, [...workerIds])
      if (performance.now() >= releasesFrom) await releaseDeadWorkers(sql, deadAfterMs)
    } catch {
      // The database was unavailable, so the other processes could not report either.
      releasesFrom = performance.now() + deadAfterMs
    }
  }
  const stopping = new AbortController()
  const repeatHeartbeat = async () => {
    while (!stopping.signal.aborted) {
      await sendHeartbeat()
      await sleep(intervalMs, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const stopped = repeatHeartbeat()
  return {
    async stop() {
      stopping.abort()
      await stopped
      await sql.end({ timeout: 1 })
    },
  }
}

async function recordHeartbeat(sql: postgres.Sql, workerIds: readonly string[]): Promise<void> {
  await sql`
    insert into job_worker (worker_id) select unnest(${workerIds}::text[])
    on conflict (worker_id) do update set seen_at = now()`
  await sql`delete from job_worker where seen_at < now() - interval '1 day'`
}

/**
 * Unlocks the jobs of workers without a recent heartbeat. A worker that has not reported yet counts
 * from the lock of its job.
 */
const releaseDeadWorkers = (sql: postgres.Sql, deadAfterMs: number) => sql`
  select graphile_worker.force_unlock_workers(array_agg(distinct job.locked_by))
  from graphile_worker.jobs job left join job_worker worker on worker.worker_id = job.locked_by
  where job.locked_by is not null
    and coalesce(worker.seen_at, job.locked_at) < now() - make_interval(secs => ${deadAfterMs / 1000})
  having count(*) > 0`
