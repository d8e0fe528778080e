import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import {
  formatSeconds,
  formatStatusCounts,
  getSlowestMs,
  isClearRejection,
  type ProbeResult,
  sendProbe,
  startProbing,
} from './lab/probe.ts'
import type { ServerProcess } from './lab/server-process.ts'
import { waitUntil } from './lab/wait-until.ts'
import { createVariants } from './lab/writers.ts'

/** No request may wait longer, whatever delays the database. */
const maxWaitMs = 5000
/** The total time that a call may use the database. Some faults last a multiple of it. */
const callLimitMs = 4500
const recoveryLimitMs = 5000

type WaitSetup = {
  environment: FaultEnvironment
  server: ServerProcess
  headers: Record<string, string>
}

/** Checks locked rows and tables, slow queries, an exhausted pool and a frozen database. */
export async function runBoundedWaits(environment: FaultEnvironment): Promise<FaultFinding[]> {
  const server = await environment.startServer({
    CALL_LIMIT_MS: String(callLimitMs),
    DATABASE_POOL_SIZE: '6',
  })
  const setup = { environment, server, headers: await environment.createHeaders() }
  const findings = [
    await checkLockedRow(setup),
    await checkLockedTable(setup),
    await checkSlowQuery(setup),
    await checkFullPool(setup),
    await checkFrozenDatabase(setup),
  ]
  const isAlive = server.getExitStatus() === null
  server.kill('SIGTERM')
  await server.exitStatus
  return [
    ...findings.flat(),
    {
      check: '  the server process afterwards',
      sampleCount: 1,
      result: isAlive ? 'running' : 'exited',
      hasPassed: isAlive,
    },
  ]
}

const post = (setup: WaitSetup, path: string, body: object) =>
  sendProbe(setup.server.url, path, {
    method: 'POST',
    headers: setup.headers,
    body: JSON.stringify(body),
  })
const fetchList = ({ server, headers }: WaitSetup, resource: string) =>
  sendProbe(server.url, `/api/${resource}/getAll`, { headers })
const createTestCustomer = (setup: WaitSetup) =>
  post(setup, '/api/customer/create', { name: 'Ada' })
/** Returns whether each call succeeded or got a 503 with Retry-After, within the time limit. */
const isBounded = (results: readonly ProbeResult[]) =>
  results.length > 0 &&
  results.every(result => result.status < 300 || isClearRejection(result)) &&
  getSlowestMs(results) <= maxWaitMs
const formatResults = (results: readonly ProbeResult[]) =>
  `${formatStatusCounts(results)}; slowest ${formatSeconds(getSlowestMs(results))}`

/**
 * Locks the row of one variant. Orders of it must be rejected and take no stock. Orders of other
 * variants must continue.
 */
async function checkLockedRow(setup: WaitSetup): Promise<FaultFinding[]> {
  const [lockedVariant = '', freeVariant = ''] = await createVariants(
    setup.environment,
    setup.server.url,
  )
  const orderVariant = (variant: string) =>
    post(setup, '/api/order/create', {
      lines: [{ variant, quantity: 1 }],
      customer: { email: `${variant}@example.com` },
    })
  const getStock = (variant: string) =>
    setup.environment.withSuperuserSql(
      async sql =>
        (await sql<{ stock: number }[]>`select stock from variant where id = ${variant}`)[0]
          ?.stock ?? 0,
    )
  const stockBefore = await Promise.all([lockedVariant, freeVariant].map(getStock))
  const [rejectedResults, otherResults] = await setup.environment.withSuperuserSql(sql =>
    sql.begin(async tx => {
      await tx`select 1 from variant where id = ${lockedVariant} for update`
      const lockedOrders = Promise.all(Array.from({ length: 3 }, () => orderVariant(lockedVariant)))
      const otherProbe = startProbing(1, () => orderVariant(freeVariant))
      return [await lockedOrders, await otherProbe.stop()]
    }),
  )
  const takenStock = (await Promise.all([lockedVariant, freeVariant].map(getStock))).map(
    (stock, index) => (stockBefore[index] ?? 0) - stock,
  )
  const successCount = otherResults.filter(({ status }) => status === 201).length
  return [
    {
      check: 'a locked row: orders of its product',
      sampleCount: rejectedResults.length,
      result: formatResults(rejectedResults),
      hasPassed: isBounded(rejectedResults) && rejectedResults.every(isClearRejection),
    },
    {
      check: '  orders of another product at the same time',
      sampleCount: otherResults.length,
      result: formatResults(otherResults),
      hasPassed: isBounded(otherResults) && successCount > 0,
    },
    {
      check: '  units taken from stock',
      sampleCount: 2,
      result: `locked: ${takenStock[0]}, other: ${takenStock[1]} for ${successCount} orders`,
      hasPassed: takenStock[0] === 0 && takenStock[1] === successCount,
    },
  ]
}

/**
 * Locks a table, as a schema change does. Calls that need it must be rejected. Other calls must
 * continue.
 */
async function checkLockedTable(setup: WaitSetup): Promise<FaultFinding[]> {
  const [blockedResults, otherResults, liveResults] = await setup.environment.withSuperuserSql(
    sql =>
      sql.begin(async tx => {
        await tx`lock table customer in access exclusive mode`
        const otherProbe = startProbing(4, () => fetchList(setup, 'product'))
        const liveProbe = startProbing(1, () => sendProbe(setup.server.url, '/health/live'))
        const reads = Promise.all(Array.from({ length: 12 }, () => fetchList(setup, 'customer')))
        const writes = Promise.all(Array.from({ length: 2 }, () => createTestCustomer(setup)))
        const blockedCalls = [...(await reads), ...(await writes)]
        return [blockedCalls, await otherProbe.stop(), await liveProbe.stop()]
      }),
  )
  return [
    {
      check: 'a locked table: calls that need it',
      sampleCount: blockedResults.length,
      result: formatResults(blockedResults),
      hasPassed: isBounded(blockedResults) && blockedResults.every(isClearRejection),
    },
    {
      check: '  other calls at the same time',
      sampleCount: otherResults.length,
      result: formatResults(otherResults),
      hasPassed:
        otherResults.length > 0 &&
        isBounded(otherResults) &&
        otherResults.some(({ status }) => status === 200),
    },
    {
      check: '  liveness checks at the same time',
      sampleCount: liveResults.length,
      result: formatResults(liveResults),
      hasPassed: liveResults.length > 0 && liveResults.every(({ status }) => status === 200),
    },
  ]
}

async function checkSlowQuery(setup: WaitSetup): Promise<FaultFinding[]> {
  const slowResults = await withSlowInsert(setup, 30, () =>
    Promise.all(Array.from({ length: 3 }, () => createTestCustomer(setup))),
  )
  const nextResult = await createTestCustomer(setup)
  return [
    {
      check: 'calls with a query of 30 s',
      sampleCount: slowResults.length,
      result: formatResults(slowResults),
      hasPassed: isBounded(slowResults) && slowResults.every(isClearRejection),
    },
    {
      check: '  the next call afterwards',
      sampleCount: 1,
      result: formatResults([nextResult]),
      hasPassed: nextResult.status === 201,
    },
  ]
}

/** Sends more calls than there are connections. Each call uses its connection for a while. */
async function checkFullPool(setup: WaitSetup): Promise<FaultFinding[]> {
  const readyProbe = startProbing(1, () => sendProbe(setup.server.url, '/health/ready'))
  const poolResults = await withSlowInsert(setup, 0.4, () =>
    Promise.all(Array.from({ length: 100 }, () => createTestCustomer(setup))),
  )
  const readyResults = await readyProbe.stop()
  const nextResult = await createTestCustomer(setup)
  return [
    {
      check: '100 slow calls on a pool of 6',
      sampleCount: poolResults.length,
      result: formatResults(poolResults),
      hasPassed: isBounded(poolResults) && poolResults.some(({ status }) => status === 201),
    },
    {
      check: '  readiness checks at the same time',
      sampleCount: readyResults.length,
      result: formatResults(readyResults),
      hasPassed: readyResults.length > 0 && readyResults.every(({ status }) => status === 200),
    },
    {
      check: '  the next call afterwards',
      sampleCount: 1,
      result: formatResults([nextResult]),
      hasPassed: nextResult.status === 201,
    },
  ]
}

/** Delays every insert of a customer while `work` runs, as a slow query would. */
async function withSlowInsert<T>(
  setup: WaitSetup,
  sleepSeconds: number,
  work: () => Promise<T>,
): Promise<T> {
  await setup.environment.withSuperuserSql(sql =>
    sql
      .unsafe(`
        create function slow_for_faults() returns trigger language plpgsql as $$
        begin
          perform pg_sleep(${sleepSeconds});
          return new;
        end $$;
        create trigger slow_for_faults before insert on customer
          for each row execute function slow_for_faults()`)
      .simple(),
  )
  try {
    return await work()
  } finally {
    await setup.environment.withSuperuserSql(sql => sql`drop function slow_for_faults cascade`)
  }
}

/** Keeps connections open without answers, as a network that drops packets does. */
async function checkFrozenDatabase(setup: WaitSetup): Promise<FaultFinding[]> {
  setup.environment.freezeDatabase()
  const listProbe = startProbing(6, () => fetchList(setup, 'order'))
  await sleep(callLimitMs * 2)
  setup.environment.unfreezeDatabase()
  const recoveredAfterMs = await waitUntil(
    async () => (await fetchList(setup, 'order')).status === 200,
    30_000,
  )
  const probeResults = await listProbe.stop()
  return [
    {
      check: 'calls while the database is frozen',
      sampleCount: probeResults.length,
      result: formatResults(probeResults),
      hasPassed: isBounded(probeResults) && probeResults.some(isClearRejection),
    },
    {
      check: '  the first success after it continues',
      sampleCount: 1,
      result: formatSeconds(recoveredAfterMs),
      hasPassed: recoveredAfterMs !== undefined && recoveredAfterMs <= recoveryLimitMs,
    },
  ]
}
