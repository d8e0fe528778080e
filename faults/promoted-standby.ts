import type { DatabaseServer } from '../server/testing/db/database-server.ts'
import { toWriteResult } from './kill-server.ts'
import { type DatabasePair, startDatabasePair } from './lab/database-pair.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { formatSeconds } from './lab/probe.ts'
import { waitUntil } from './lab/wait-until.ts'
import { startWriters, type Writers } from './lab/writers.ts'

/** The longest time from a promotion to writes on the new primary. Calls give up after 4.5 seconds. */
const recoveryLimitMs = 10_000
const waitLimitMs = 60_000
const writesBetween = 10

/** `kill` ends the primary with SIGKILL; `freeze` keeps its connections open without answers. */
type PrimaryFault = 'kill' | 'freeze'

/**
 * Ends the primary during writes and promotes its standby. The same processes must continue on it,
 * and ignore the former primary when it runs again. Leaves the database of the environment stopped.
 */
export async function promoteStandbyDuringWrites(
  environment: FaultEnvironment,
  { fault, serverCount }: { fault: PrimaryFault; serverCount: number },
): Promise<FaultFinding[]> {
  await environment.stopPair()
  const pair = await startDatabasePair(environment)
  try {
    environment.ownerUrl = pair.primary.ownerUrl
    const env = { DATABASE_URL: pair.url }
    const servers = await Promise.all(
      Array.from({ length: serverCount }, () => environment.startServer(env)),
    )
    const writers = await startWriters(environment, () => servers.map(({ url }) => url), 4)
    const findings = await failOver(environment, { pair, writers, fault })
    await writers.stop()
    const report = await writers.verifyWrites(servers[0]?.url ?? '')
    const violations = await listViolations(environment)
    const isAlive = servers.every(server => server.getExitStatus() === null)
    for (const server of servers) server.kill('SIGKILL')
    return [
      ...findings,
      {
        check: '  the same processes run',
        sampleCount: servers.length,
        result: isAlive ? 'server running' : 'server exited',
        hasPassed: isAlive,
      },
      { check: '  writes afterwards', sampleCount: 1, ...toWriteResult(report) },
      toInvariantFinding(violations),
    ]
  } finally {
    await pair.stop()
  }
}

type Failover = { pair: DatabasePair; writers: Writers; fault: PrimaryFault }

async function failOver(
  environment: FaultEnvironment,
  { pair: { primary, standby }, writers, fault }: Failover,
): Promise<FaultFinding[]> {
  await waitForWrites(writers)
  const [replication] = await primary.query<{ state: string }>(
    'select sync_state as state from pg_stat_replication',
  )
  const listenersBefore = await countListeners(primary)
  if (fault === 'kill') await primary.kill()
  else primary.freeze()
  await standby.query('select pg_promote()')
  environment.ownerUrl = standby.ownerUrl
  const recoveredAfterMs = await waitForWrites(writers)
  await standby.query(`select graphile_worker.add_job('audit.seal')`)
  const jobRanAfterMs = await waitUntil(() => isQueueEmpty(standby), waitLimitMs)
  const listeningAfterMs = await waitUntil(
    async () => (await countListeners(standby)) >= listenersBefore,
    waitLimitMs,
  )
  const formerPrimary = await returnFormerPrimary({ primary, standby, writers, fault })
  const failures = [...writers.failures].map(([code, count]) => `${code} × ${count}`).join(', ')
  return [
    {
      check: `${fault} of the primary during writes, promotion of its standby`,
      sampleCount: writers.countAcknowledged(),
      hasPassed:
        replication?.state === 'sync' &&
        recoveredAfterMs !== undefined &&
        recoveredAfterMs <= recoveryLimitMs &&
        [...writers.failures.keys()].every(code => code === '503'),
      result: [
        `${writesBetween} writes on the new primary after ${formatSeconds(recoveredAfterMs)}`,
        `failed: ${failures || 'none'}`,
        `slowest ${formatSeconds(writers.getSlowestMs())}`,
      ].join('; '),
    },
    {
      check: '  jobs and notifications continue',
      sampleCount: listenersBefore,
      hasPassed: jobRanAfterMs !== undefined && listeningAfterMs !== undefined,
      result: [
        `a job runs after ${formatSeconds(jobRanAfterMs)}`,
        `${listenersBefore} connections listen after ${formatSeconds(listeningAfterMs)}`,
      ].join('; '),
    },
    formerPrimary,
  ]
}

/** Waits for further writes, and returns how long they took. */
function waitForWrites(writers: Writers): Promise<number | undefined> {
  const target = writers.countAcknowledged() + writesBetween
  return waitUntil(async () => writers.countAcknowledged() >= target, waitLimitMs)
}

/**
 * Lets the former primary accept writes again, and ends all connections to the new one. The processes
 * must open them to the new one again.
 */
async function returnFormerPrimary({
  primary,
  standby,
  writers,
  fault,
}: {
  primary: DatabaseServer
  standby: DatabaseServer
  writers: Writers
  fault: PrimaryFault
}): Promise<FaultFinding> {
  if (fault === 'kill') await primary.start()
  else primary.unfreeze()
  await standby.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`)
  const continuedAfterMs = await waitForWrites(writers)
  // A search for the primary connects to all hosts for a moment.
  const unusedAfterMs = await waitUntil(async () => {
    const [clients] = await primary.query<{ count: number }>(`
      select count(*)::int as count from pg_stat_activity
      where usename like 'storewright%' and datname = 'storewright'`)
    return clients?.count === 0
  }, waitLimitMs)
  return {
    check: '  the former primary runs again and gets no writes',
    sampleCount: writesBetween,
    hasPassed: continuedAfterMs !== undefined && unusedAfterMs !== undefined,
    result: [
      `further writes after ${formatSeconds(continuedAfterMs)}`,
      `no connections to it after ${formatSeconds(unusedAfterMs)}`,
    ].join('; '),
  }
}

async function countListeners(database: DatabaseServer): Promise<number> {
  const [row] = await database.query<{ count: number }>(`
    select count(*)::int as count from pg_stat_activity
    where state = 'idle' and query ilike 'listen %'`)
  return row?.count ?? 0
}

async function isQueueEmpty(database: DatabaseServer): Promise<boolean> {
  const [row] = await database.query<{ count: number }>(`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = 'audit.seal'`)
  return row?.count === 0
}
