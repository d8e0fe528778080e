import { setTimeout as sleep } from 'node:timers/promises'
import { toWriteResult } from './kill-server.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import {
  formatSeconds,
  formatStatusCounts,
  getSlowestMs,
  isClearRejection,
  sendProbe,
  startProbing,
} from './lab/probe.ts'
import { isProcessReady } from './lab/server-process.ts'
import { waitUntil } from './lab/wait-until.ts'
import { startWriters } from './lab/writers.ts'

const recoveryLimitMs = 5000

/** Repeatedly kills the database with SIGKILL during writes. The server must continue to run. */
export async function killDatabaseDuringWrites(
  environment: FaultEnvironment,
  kills: number,
): Promise<FaultFinding[]> {
  const [server] = await environment.startPair()
  if (!server) throw new Error('No server is running')
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
          (await isProcessReady(server.url)) &&
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
      ...toWriteResult(report),
    },
    toInvariantFinding(violations, Math.floor(kills / 20) + 1),
    {
      check: '  the same process serves again',
      sampleCount: kills,
      hasPassed: isAlive && slowestRecovery <= recoveryLimitMs,
      result: [
        isAlive ? 'server running' : 'server exited',
        `database recovery: ${formatRecoveries(databaseRecoveries)}`,
        `server recovery after it: ${formatRecoveries(serverRecoveries)}`,
      ].join('; '),
    },
  ]
}

const formatRecoveries = (recoveries: readonly number[]) => {
  const median = recoveries.toSorted((a, b) => a - b)[Math.floor(recoveries.length / 2)] ?? 0
  return `median ${formatSeconds(median)}, slowest ${formatSeconds(Math.max(...recoveries))}`
}

/**
 * Stops the database for a while. In the meantime, the server must reject calls quickly with 503
 * and Retry-After. Afterwards, it must recover by itself.
 */
export async function stopDatabaseDuringWrites(
  environment: FaultEnvironment,
  durationMs: number,
): Promise<FaultFinding[]> {
  const [server] = await environment.startPair()
  if (!server) throw new Error('No server is running')
  const headers = await environment.createHeaders()
  const writers = await startWriters(environment, () => [server.url], 4)
  await sleep(500)
  await environment.stopDatabase()
  const outage = await observeOutage(server.url, headers, durationMs)
  await environment.startDatabase()
  const recoveredAfterMs = await waitUntil(
    async () => (await sendProbe(server.url, '/api/order/getAll', { headers })).status === 200,
    60_000,
  )
  await writers.stop()
  const report = await writers.verifyWrites(server.url)
  const isAlive = server.getExitStatus() === null
  return [
    toRejectionFinding(outage, durationMs),
    toLivenessFinding(outage, isAlive),
    {
      check: '  the server recovers by itself',
      sampleCount: 1,
      result: `recovery after the database: ${formatSeconds(recoveredAfterMs)}`,
      hasPassed: recoveredAfterMs !== undefined && recoveredAfterMs <= recoveryLimitMs,
    },
    { check: '  writes afterwards', sampleCount: 1, ...toWriteResult(report) },
  ]
}

type Outage = Awaited<ReturnType<typeof observeOutage>>

/**
 * Sends calls for `durationMs` while the database is down, then requests the health check and a
 * page.
 */
async function observeOutage(url: string, headers: Record<string, string>, durationMs: number) {
  const notReadyAfterMs = await waitUntil(async () => !(await isProcessReady(url)), 10_000)
  const paths = ['/api/order/getAll', '/api/dashboard/stats?period=today', '/api/product/getAll']
  let callCount = 0
  const callProbe = startProbing(4, () =>
    sendProbe(url, paths[callCount++ % paths.length] ?? '', { headers }),
  )
  await sleep(durationMs)
  const liveResult = await sendProbe(url, '/health/live')
  const pageResult = await sendProbe(url, '/', { headers: { accept: 'text/html' } })
  return { notReadyAfterMs, liveResult, pageResult, probeResults: await callProbe.stop() }
}

const toRejectionFinding = ({ probeResults }: Outage, durationMs: number): FaultFinding => ({
  check: `database down for ${formatSeconds(durationMs)}: calls get 503 with Retry-After`,
  sampleCount: probeResults.length,
  hasPassed:
    probeResults.length > 0 &&
    probeResults.every(isClearRejection) &&
    getSlowestMs(probeResults) < 5000,
  result: [
    formatStatusCounts(probeResults),
    `other responses: ${probeResults.filter(result => !isClearRejection(result)).length}`,
    `slowest ${formatSeconds(getSlowestMs(probeResults))}`,
  ].join('; '),
})

const toLivenessFinding = (
  { liveResult, pageResult, notReadyAfterMs }: Outage,
  isAlive: boolean,
): FaultFinding => ({
  check: '  the process is live but not ready, and serves the page',
  sampleCount: 1,
  hasPassed:
    isAlive &&
    liveResult.status === 200 &&
    [200, 404].includes(pageResult.status) &&
    notReadyAfterMs !== undefined &&
    notReadyAfterMs < 3000,
  result: [
    `live: ${liveResult.status} in ${formatSeconds(liveResult.ms)}`,
    `not ready after: ${formatSeconds(notReadyAfterMs)}`,
    `page: ${pageResult.status === 404 ? 'not built' : pageResult.status}`,
  ].join(', '),
})
