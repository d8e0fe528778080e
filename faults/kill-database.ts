import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultEnvironment, type FaultFinding, waitUntil } from './fault-environment.ts'
import { invariantCount, listViolations } from './invariants.ts'
import { toFindingResult } from './kill-server.ts'
import {
  formatSeconds,
  formatStatusCounts,
  getSlowestMs,
  isClearRejection,
  sendProbe,
  startProbing,
} from './probe.ts'
import { isReady } from './server-process.ts'
import { startWriters } from './writers.ts'

const backWithinMs = 5000

/** `kill -9` of every process of the database in the middle of writes, again and again; the server lives through it. */
export async function killDatabaseDuringWrites(
  environment: FaultEnvironment,
  kills: number,
): Promise<FaultFinding[]> {
  const [server] = await environment.startPair()
  if (!server) throw new Error('there is no server')
  const headers = await environment.createHeaders()
  const writers = await startWriters(environment, () => [server.url], 8)
  const violations: string[] = []
  const databaseRecoveries: number[] = []
  const serverRecoveries: number[] = []
  for (let nr = 0; nr < kills; nr++) {
    await sleep(200 + Math.random() * 500)
    await environment.killDatabase()
    databaseRecoveries.push(
      (await waitUntil(() => environment.isDatabaseUp(), 60_000)) ?? Number.POSITIVE_INFINITY,
    )
    serverRecoveries.push(
      (await waitUntil(
        async () =>
          (await isReady(server.url)) &&
          (await sendProbe(server.url, '/api/order/getAll', { headers })).status === 200,
        60_000,
      )) ?? Number.POSITIVE_INFINITY,
    )
    if (nr % 20 === 19) violations.push(...(await listViolations(environment)))
  }
  await writers.stop()
  const report = await writers.verifyWrites(server.url)
  violations.push(...(await listViolations(environment)))
  const isAlive = server.getExitStatus() === null
  const slowestRecovery = Math.max(...serverRecoveries)
  return [
    {
      check: 'kill -9 of the database during writes',
      sampleCount: kills,
      ...toFindingResult(report),
    },
    {
      check: `  ${invariantCount} invariants after it`,
      sampleCount: Math.floor(kills / 20) + 1,
      result: violations.join('; ') || 'all hold',
      hasPassed: violations.length === 0,
    },
    {
      check: '  the same process serves again',
      sampleCount: kills,
      hasPassed: isAlive && slowestRecovery <= backWithinMs,
      result: `${isAlive ? 'alive' : 'it ended'}; the database is back after ${formatSeconds(median(databaseRecoveries))} (most ${formatSeconds(Math.max(...databaseRecoveries))}), we ${formatSeconds(median(serverRecoveries))} later (most ${formatSeconds(slowestRecovery)})`,
    },
  ]
}

const median = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** The database is stopped and comes back later: refusals are quick and clear meanwhile, and nobody has to do anything. */
export async function stopDatabaseDuringWrites(
  environment: FaultEnvironment,
  durationMs: number,
): Promise<FaultFinding[]> {
  const [server] = await environment.startPair()
  if (!server) throw new Error('there is no server')
  const headers = await environment.createHeaders()
  const writers = await startWriters(environment, () => [server.url], 4)
  await sleep(500)
  await environment.stopDatabase()
  const notReadyAfterMs = await waitUntil(async () => !(await isReady(server.url)), 10_000)
  const paths = ['/api/order/getAll', '/api/dashboard/stats?period=today', '/api/product/getAll']
  let callCount = 0
  const callProbe = startProbing(4, () =>
    sendProbe(server.url, paths[callCount++ % paths.length] ?? '', { headers }),
  )
  await sleep(durationMs)
  const liveResult = await sendProbe(server.url, '/health/live')
  const pageResult = await sendProbe(server.url, '/', { headers: { accept: 'text/html' } })
  const probeResults = await callProbe.stop()
  await environment.startDatabase()
  const recoveredAfterMs = await waitUntil(
    async () => (await sendProbe(server.url, '/api/order/getAll', { headers })).status === 200,
    60_000,
  )
  await writers.stop()
  const report = await writers.verifyWrites(server.url)
  const isAlive = server.getExitStatus() === null
  return [
    {
      check: `database away for ${formatSeconds(durationMs)}: calls are refused clearly`,
      sampleCount: probeResults.length,
      hasPassed:
        probeResults.length > 0 &&
        probeResults.every(isClearRejection) &&
        getSlowestMs(probeResults) < 5000,
      result: `${formatStatusCounts(probeResults)}, each with Retry-After: ${probeResults.every(isClearRejection) ? 'yes' : 'no'}; slowest ${formatSeconds(getSlowestMs(probeResults))}`,
    },
    {
      check: '  the process lives, says so, and still gives the page',
      sampleCount: 1,
      hasPassed:
        isAlive &&
        liveResult.status === 200 &&
        [200, 404].includes(pageResult.status) &&
        notReadyAfterMs !== undefined &&
        notReadyAfterMs < 3000,
      result: `live ${liveResult.status} in ${formatSeconds(liveResult.ms)}, not ready after ${formatSeconds(notReadyAfterMs ?? Number.POSITIVE_INFINITY)}, page ${pageResult.status === 404 ? 'not built' : pageResult.status}`,
    },
    {
      check: '  it serves again by itself',
      sampleCount: 1,
      result: `${formatSeconds(recoveredAfterMs ?? Number.POSITIVE_INFINITY)} after the database`,
      hasPassed: recoveredAfterMs !== undefined && recoveredAfterMs <= backWithinMs,
    },
    { check: '  nothing is lost by it', sampleCount: 1, ...toFindingResult(report) },
  ]
}
