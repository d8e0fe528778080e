import postgres from 'postgres'
import { arrayTypes } from '../db/array-type.ts'

const heartbeatMs = 5000
/** Four beats missed: the process is gone, or so stuck that its work is better done by another. */
const deadAfterSeconds = 20

/**
 * Keeps the locks of this process's workers fresh, and frees those of processes that are no more, so that a job that was
 * killed half-way is taken up again in seconds. The queue itself would wait four hours, since it cannot tell a dead
 * worker from a patient one. `workers` is read at each beat.
 */
export function startLeaseHeartbeat(
  ownerUrl: string,
  workers: ReadonlySet<string>,
): { stop: () => Promise<void> } {
  const sql = postgres(ownerUrl, {
    max: 1,
    prepare: false,
    idle_timeout: 60,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => {},
  })
  const heartbeat = () => renewLeases(sql, [...workers]).catch(() => {}) // the database is away: the next beat tries again
  let lastHeartbeat = heartbeat()
  const timer = setInterval(() => {
    lastHeartbeat = heartbeat()
  }, heartbeatMs)
  return {
    async stop() {
      clearInterval(timer)
      await lastHeartbeat
      await sql.end({ timeout: 1 })
    },
  }
}

/** One beat of a process with these workers. */
export async function renewLeases(sql: postgres.Sql, workers: readonly string[]): Promise<void> {
  await sql`update graphile_worker._private_jobs set locked_at = now() where locked_by = any (${workers}::text[])`
  await sql`
    select graphile_worker.force_unlock_workers(array_agg(distinct locked_by))
    from graphile_worker._private_jobs where locked_at < now() - make_interval(secs => ${deadAfterSeconds}) having count(*) > 0`
}
