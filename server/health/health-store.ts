import { setTimeout as sleep } from 'node:timers/promises'
import type postgres from 'postgres'
import { listOwnMigrations } from '../lib/db/own-migrations.ts'
import { openConnection, type PooledConnection } from '../lib/db/pool.ts'

const timeoutMs = 900
/** The slow checks in a row that are ignored. On a busy machine, single checks are often slow. */
const maxSlowChecks = 2
const findLatestMigration = async () => (await listOwnMigrations()).at(-1)?.name ?? ''

type DatabaseReadiness = { database: boolean; migrations: boolean }
const notReady: DatabaseReadiness = { database: false, migrations: false }

/**
 * Returns a readiness check with a connection of its own. A process whose other connections are all
 * in use is busy but ready; if busy processes were not ready, no process would be left. For the same
 * reason, a slow check fails only after `maxSlowChecks` other slow checks in a row.
 */
export function createDatabaseProbe(url: string) {
  const latestMigration = findLatestMigration()
  let connecting: Promise<PooledConnection> | undefined
  let lastReadiness = notReady
  let slowChecks = 0
  const connect = () => (connecting ??= openConnection({ url, prepare: false }))
  async function queryReadiness(): Promise<DatabaseReadiness> {
    // A connection that was lost between two checks is replaced first.
    if ((await connect()).isLost) connecting = undefined
    const pooledConnection = await connect()
    const timer = setTimeout(pooledConnection.destroy, timeoutMs * (maxSlowChecks + 1))
    try {
      const name = await latestMigration
      const [row] = await pooledConnection.failWhenLost(
        pooledConnection.connection<
          { migrations: boolean }[]
        >`select exists (select 1 from public.migration where name = ${name}) as migrations`,
      )
      return { database: true, migrations: row?.migrations ?? false }
    } finally {
      clearTimeout(timer)
    }
  }
  return {
    /**
     * Returns whether the database responds in time, and has all migrations of this version. After
     * an ignored slow check, returns the previous result.
     */
    async check(): Promise<DatabaseReadiness> {
      const readiness = await Promise.race([
        queryReadiness().catch(() => {
          connecting = undefined
          return notReady
        }),
        sleep(timeoutMs, undefined, { ref: false }),
      ])
      slowChecks = readiness ? 0 : slowChecks + 1
      if (readiness || slowChecks > maxSlowChecks) lastReadiness = readiness ?? notReady
      return lastReadiness
    },
    async close() {
      const pooledConnection = await connecting?.catch(() => undefined)
      await pooledConnection?.close()
    },
  }
}

export type JobCount = {
  waiting: number
  running: number
  later: number
  failed: number
  waitedSeconds: number
}

export type DeliveryCount = { due: number; later: number; waitedSeconds: number }

/**
 * Returns the number of waiting webhook deliveries. `waitedSeconds` ignores failing webhooks, whose
 * deliveries are delayed on purpose.
 */
export async function countDeliveries(owner: postgres.Sql): Promise<DeliveryCount | undefined> {
  const [count] = await owner<DeliveryCount[]>`
    select count(*) filter (where next_attempt_at <= now())::integer as due,
      count(*) filter (where next_attempt_at > now())::integer as later,
      coalesce((
        select extract(epoch from now() - min(d.next_attempt_at))
        from webhook w cross join lateral (
          select next_attempt_at from webhook_delivery
          where store_id = w.store_id and webhook_id = w.id
            and status = 'waiting' and next_attempt_at <= now()
          order by next_attempt_at limit 1) d
        where w.is_on and w.failing_since is null), 0)::float8 as "waitedSeconds"
    from webhook_delivery where status = 'waiting'`
  return count
}

/** Returns the number of payments that could not be settled and are tried again. */
export async function countUnsettledPayments(owner: postgres.Sql): Promise<number | undefined> {
  const [row] = await owner<{ count: number }[]>`
    select count(*)::integer as count from payment_session
    where state in ('opening', 'open', 'processing', 'late') and failing_since is not null`
  return row?.count
}

/** Returns the number of jobs by state. A failed job that will be retried counts as later. */
export async function countJobs(owner: postgres.Sql): Promise<JobCount | undefined> {
  const [count] = await owner<JobCount[]>`
    select count(*) filter (where is_pending and run_at <= now())::integer as waiting,
      count(*) filter (where locked_at is not null)::integer as running,
      count(*) filter (where is_pending and run_at > now())::integer as later,
      count(*) filter (where attempts >= max_attempts and locked_at is null)::integer as failed,
      coalesce(extract(epoch from
        now() - min(run_at) filter (where is_pending and run_at <= now())), 0)::float8
        as "waitedSeconds"
    from graphile_worker.jobs
    cross join lateral (select attempts < max_attempts and locked_at is null as is_pending) p`
  return count
}
