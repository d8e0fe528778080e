import type { DatabaseServer } from '../server/testing/db/database-server.ts'
import { toWriteResult } from './kill-server.ts'
import { type DatabasePair, startDatabasePair } from './lab/database-pair.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { formatSeconds } from './lab/probe.ts'
import { waitUntil } from './lab/wait-until.ts'
import { startWriters } from './lab/writers.ts'

const waitLimitMs = 60_000
const writesBetween = 10

/**
 * Kills the primary and promotes both of its standbys, one after the other. The process must stay with
 * the first one, and a new process must not start. Leaves the database of the environment stopped.
 */
export async function promoteTwoStandbys(environment: FaultEnvironment): Promise<FaultFinding[]> {
  await environment.stopPair()
  const pair = await startDatabasePair(environment)
  try {
    return await promoteBoth(environment, pair)
  } finally {
    await pair.stop()
  }
}

async function promoteBoth(
  environment: FaultEnvironment,
  pair: DatabasePair,
): Promise<FaultFinding[]> {
  const { primary, standby } = pair
  const { standby: otherStandby, url } = await pair.addStandby()
  environment.ownerUrl = primary.ownerUrl
  const server = await environment.startServer({ DATABASE_URL: url })
  const writers = await startWriters(environment, () => [server.url], 4)
  const waitForWrites = () => {
    const target = writers.countAcknowledged() + writesBetween
    return waitUntil(async () => writers.countAcknowledged() >= target, waitLimitMs)
  }
  await waitForWrites()
  await primary.kill()
  await standby.query('select pg_promote()')
  environment.ownerUrl = standby.ownerUrl
  await waitForWrites()
  const secondPromotion = await standby
    .query('select pg_promote()')
    .catch((error: Error) => error.message)
  await otherStandby.query('select pg_promote()')
  const ordersBefore = await countOrders(otherStandby)
  await endConnections(standby)
  const continuedAfterMs = await waitForWrites()
  const logOffset = environment.readLog().length
  const messagePattern = /No host of the database URL is the primary: .* accepts writes .*/
  const newServer = await environment.startServer({ DATABASE_URL: url }).catch(() => undefined)
  const findMessage = () => messagePattern.exec(environment.readLog().slice(logOffset))?.[0]
  await waitUntil(async () => findMessage() !== undefined, waitLimitMs)
  await writers.stop()
  const report = await writers.verifyWrites(server.url)
  const otherOrders = (await countOrders(otherStandby)) - ordersBefore
  const violations = await listViolations(environment)
  for (const running of [server, newServer]) running?.kill('SIGKILL')
  return [
    {
      check: 'two standbys are promoted from one primary',
      sampleCount: writers.countAcknowledged(),
      result: [
        `further writes after ${formatSeconds(continuedAfterMs)}`,
        `${otherOrders} orders on the other server`,
        `promoted again: ${typeof secondPromotion === 'string' ? secondPromotion : 'accepted'}`,
      ].join('; '),
      hasPassed:
        continuedAfterMs !== undefined && otherOrders === 0 && typeof secondPromotion === 'string',
    },
    {
      check: '  a process that knows neither of them does not start',
      sampleCount: 1,
      result: findMessage() ?? 'no message',
      hasPassed: newServer === undefined && findMessage() !== undefined,
    },
    { check: '  writes afterwards', sampleCount: 1, ...toWriteResult(report) },
    toInvariantFinding(violations),
  ]
}

async function countOrders(database: DatabaseServer): Promise<number> {
  const [row] = await database.query<{ count: number }>('select count(*)::int from "order"')
  return row?.count ?? 0
}

const endConnections = (database: DatabaseServer) =>
  database.query(`
    select pg_terminate_backend(pid) from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid()`)
