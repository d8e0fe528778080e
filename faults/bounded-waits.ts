import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultEnvironment, type FaultFinding, waitUntil } from './fault-environment.ts'
import {
  formatSeconds,
  formatStatusCounts,
  getSlowestMs,
  isClearRejection,
  type ProbeResult,
  sendProbe,
  startProbing,
} from './probe.ts'
import type { ServerProcess } from './server-process.ts'
import { createVariants } from './writers.ts'

/** No request waits longer, whatever holds the database up. */
const maxWaitMs = 5000
/** What the server gives the database for one call, all in all; said here as some faults last a multiple of it. */
const callLimitMs = 4500
const backWithinMs = 5000

type WaitSetup = {
  environment: FaultEnvironment
  server: ServerProcess
  headers: Record<string, string>
}

/** Locked rows and tables, slow queries, a pool of which every connection is taken, a database that stands still. */
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
      check: '  the process lived through all of it',
      sampleCount: 1,
      result: isAlive ? 'alive' : 'it ended',
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
/** Either done or refused in a way that says when to come back, and soon. */
const isBounded = (all: readonly ProbeResult[]) =>
  all.length > 0 &&
  all.every(one => one.status < 300 || isClearRejection(one)) &&
  getSlowestMs(all) <= maxWaitMs
const formatResults = (all: readonly ProbeResult[]) =>
  `${formatStatusCounts(all)}; slowest ${formatSeconds(getSlowestMs(all))}`

/** Somebody holds the stock of one good for long: orders of it are refused and take nothing, orders of others go on. */
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
    (stock, n) => (stockBefore[n] ?? 0) - stock,
  )
  const successCount = otherResults.filter(one => one.status === 201).length
  return [
    {
      check: 'a locked row: orders of that good',
      sampleCount: rejectedResults.length,
      result: formatResults(rejectedResults),
      hasPassed: isBounded(rejectedResults) && rejectedResults.every(isClearRejection),
    },
    {
      check: '  orders of another, meanwhile',
      sampleCount: otherResults.length,
      result: formatResults(otherResults),
      hasPassed: isBounded(otherResults) && successCount > 0,
    },
    {
      check: '  stock that was taken',
      sampleCount: 2,
      result: `${takenStock[0]} of the one, ${takenStock[1]} of the other, for ${successCount} orders`,
      hasPassed: takenStock[0] === 0 && takenStock[1] === successCount,
    },
  ]
}

/** Somebody holds a table for long, as a change of the schema may: what needs it is refused, what does not goes on. */
async function checkLockedTable(setup: WaitSetup): Promise<FaultFinding[]> {
  const [blockedResults, otherResults, liveResults] = await setup.environment.withSuperuserSql(
    sql =>
      sql.begin(async tx => {
        await tx`lock table customer in access exclusive mode`
        const otherProbe = startProbing(4, () => fetchList(setup, 'product'))
        const liveProbe = startProbing(1, () => sendProbe(setup.server.url, '/health/live'))
        const reads = Promise.all(Array.from({ length: 12 }, () => fetchList(setup, 'customer')))
        const writes = Promise.all(Array.from({ length: 2 }, () => createTestCustomer(setup)))
        const waitedResults = [...(await reads), ...(await writes)]
        return [waitedResults, await otherProbe.stop(), await liveProbe.stop()]
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
      check: '  calls that do not, meanwhile',
      sampleCount: otherResults.length,
      result: formatResults(otherResults),
      hasPassed:
        otherResults.length > 0 &&
        isBounded(otherResults) &&
        otherResults.some(one => one.status === 200),
    },
    {
      check: '  whether the process lives, meanwhile',
      sampleCount: liveResults.length,
      result: formatResults(liveResults),
      hasPassed: liveResults.length > 0 && liveResults.every(one => one.status === 200),
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
      check: 'a query of 30 s',
      sampleCount: slowResults.length,
      result: formatResults(slowResults),
      hasPassed: isBounded(slowResults) && slowResults.every(isClearRejection),
    },
    {
      check: '  the next call after it',
      sampleCount: 1,
      result: formatResults([nextResult]),
      hasPassed: nextResult.status === 201,
    },
  ]
}

/** More at once than there are connections, each held for a while. */
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
      hasPassed: isBounded(poolResults) && poolResults.some(one => one.status === 201),
    },
    {
      check: '  whether requests should come, meanwhile',
      sampleCount: readyResults.length,
      result: formatResults(readyResults),
      hasPassed: readyResults.length > 0 && readyResults.every(one => one.status === 200),
    },
    {
      check: '  the next call after it',
      sampleCount: 1,
      result: formatResults([nextResult]),
      hasPassed: nextResult.status === 201,
    },
  ]
}

/** Every new customer takes this long, as a query over far too much would. */
async function withSlowInsert<T>(
  setup: WaitSetup,
  sleepSeconds: number,
  work: () => Promise<T>,
): Promise<T> {
  await setup.environment.withSuperuserSql(sql =>
    sql
      .unsafe(`
    create function slow_for_faults() returns trigger language plpgsql as $$ begin perform pg_sleep(${sleepSeconds}); return new; end $$;
    create trigger slow_for_faults before insert on customer for each row execute function slow_for_faults()`)
      .simple(),
  )
  try {
    return await work()
  } finally {
    await setup.environment.withSuperuserSql(sql => sql`drop function slow_for_faults cascade`)
  }
}

/** Connections stay open and nothing comes back: what a network that drops packets looks like. */
async function checkFrozenDatabase(setup: WaitSetup): Promise<FaultFinding[]> {
  setup.environment.freezeDatabase('SIGSTOP')
  const listProbe = startProbing(6, () => fetchList(setup, 'order'))
  await sleep(callLimitMs * 2)
  setup.environment.freezeDatabase('SIGCONT')
  const recoveredAfterMs = await waitUntil(
    async () => (await fetchList(setup, 'order')).status === 200,
    30_000,
  )
  const probeResults = await listProbe.stop()
  return [
    {
      check: 'a database that stands still',
      sampleCount: probeResults.length,
      result: formatResults(probeResults),
      hasPassed: isBounded(probeResults) && probeResults.some(isClearRejection),
    },
    {
      check: '  the first answer once it goes on',
      sampleCount: 1,
      result: formatSeconds(recoveredAfterMs ?? Number.POSITIVE_INFINITY),
      hasPassed: recoveredAfterMs !== undefined && recoveredAfterMs <= backWithinMs,
    },
  ]
}
