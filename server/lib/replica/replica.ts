import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import { withDeadline, withTimeout } from '../call/deadline.ts'
import { type Db, openDb, type Replica, type Tx } from '../db/db.ts'
import { executeBatch } from '../db/execute-batch.ts'
import { batch } from '../db/query-batch.ts'
import { createLagMeter } from './lag-meter.ts'

type ReplicaOptions = Pick<Config, 'poolSize' | 'usesPreparedStatements'> & {
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
}
type ServerState = { systemId: string; position: number; isReplica: boolean }

const checkIntervalMs = 200
const checkTimeoutMs = 1000

/** Returns the URL of the replica with the role that serves requests. */
export function getReplicaUrl(replicaUrl: string, appUrl: string): string {
  const [, credentials = ''] = /^\w+:\/\/([^@/]*@)/.exec(appUrl) ?? []
  return replicaUrl.replace('://', `://${credentials}`)
}

/**
 * Opens connections to a replica, and compares it with the primary several times a second. Until
 * the first comparison, and whenever the replica does not respond, it has reached no position.
 */
export function openReplica(primary: Db, url: string, { log, ...config }: ReplicaOptions): Replica {
  const db = openDb(url, config)
  const meter = createLagMeter(() => performance.now())
  const pendingReads = new Set<(error: Error) => void>()
  const report = createReporter(log)
  let timer: NodeJS.Timeout | undefined
  let isEnded = false

  function fail(reason: string) {
    meter.reset()
    for (const reject of pendingReads) reject(new Error(reason))
    report(reason)
  }
  async function check() {
    const takenAt = performance.now()
    const primaryState = await withTimeout(checkTimeoutMs, readState(primary)).catch(
      () => undefined,
    )
    // Without the primary, it is not known how far the replica is behind.
    if (!primaryState) return
    meter.addPrimary(takenAt, primaryState.position)
    try {
      const replicaState = await withTimeout(checkTimeoutMs, readState(db))
      if (replicaState.systemId !== primaryState.systemId)
        return fail('it is not a replica of DATABASE_URL')
      if (!replicaState.isReplica) return fail('its server does not follow another one')
      meter.setReplayed(replicaState.position)
      report(meter.isCurrent() ? undefined : 'it is more than a second behind')
    } catch (error) {
      fail(`it does not respond (${describeError(error)})`)
    }
  }
  async function run(): Promise<void> {
    await check()
    if (!isEnded) timer = setTimeout(() => (checking = run()), checkIntervalMs)
  }
  let checking = run()

  return {
    db,
    hasReached: meter.hasReached,
    getLagMs: () => (meter.isCurrent() ? meter.getLagMs() : undefined),
    failWhenLost: read =>
      new Promise((resolve, reject) => {
        pendingReads.add(reject)
        read.then(resolve, reject).finally(() => pendingReads.delete(reject))
      }),
    async end() {
      isEnded = true
      clearTimeout(timer)
      await checking
      await db.end()
    },
  }
}

/** Returns which database a server has, whether it is a replica, and its position in the log. */
const readState = (db: Db): Promise<ServerState> =>
  withDeadline(checkTimeoutMs, () =>
    executeBatch(db, {}, tx =>
      batch([selectState(tx)], ([[row]]) => {
        if (!row) throw new Error('The server returned no row.')
        return row
      }),
    ),
  )

/** Everything that was acknowledged on the primary is flushed. */
const selectState = (tx: Tx) => tx<ServerState[]>`
  select (pg_control_system()).system_identifier::text as system_id, pg_is_in_recovery() as is_replica,
    case when pg_is_in_recovery() then coalesce(pg_last_wal_replay_lsn(), '0/0')
      else pg_current_wal_flush_lsn() end - '0/0' as position`

/** Returns a function that logs the reason why the replica is not used, when it changes. */
function createReporter(log: ReplicaOptions['log']) {
  let last: string | undefined = ''
  return (reason: string | undefined) => {
    if (reason === last) return
    last = reason
    if (reason === undefined) log.info('The read replica serves reads.')
    else log.warn(`The read replica of DATABASE_REPLICA_URL is not used: ${reason}.`)
  }
}

function describeError(error: unknown): string {
  if (error instanceof AggregateError) return describeError(error.errors[0])
  if (error instanceof Error && 'code' in error) return String(error.code)
  return error instanceof Error ? error.message : String(error)
}
