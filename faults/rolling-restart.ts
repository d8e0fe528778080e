import { toWriteResult } from './kill-server.ts'
import { type Balancer, hasHaproxy, startBalancer, startHaproxy } from './lab/balancer.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import {
  formatSeconds,
  formatStatusCounts,
  getSlowestMs,
  type ProbeResult,
  sendProbe,
  startProbing,
} from './lab/probe.ts'
import { visitStore } from './lab/visit-store.ts'
import { startWriters, type Writers } from './lab/writers.ts'

const stopLimitMs = 15_000
/** A high limit, because a busy machine is slow. The scenario `bounded-waits` tests the limit. */
const serverEnv = { CALL_LIMIT_MS: '30000', STOP_DELAY_MS: hasHaproxy ? '3000' : '1000' }
/**
 * Returns how many requests the balancer may repeat after a broken connection: one in ten restarts
 * may end a process before it has responded to its last request.
 */
const getMaxRetries = (restarts: number) => Math.ceil(restarts / 10)

type ServerStop = { ms: number; code: number | string | null }

/**
 * Restarts two servers behind a balancer in turn, as an update does, during reads, writes and visits
 * of a store. The balancer is HAProxy with the configuration of `deploy/` if this machine has it.
 */
export async function runRollingRestart(
  environment: FaultEnvironment,
  restarts: number,
  maxDurationMs: number,
): Promise<FaultFinding[]> {
  const deadline = performance.now() + maxDurationMs
  await environment.stopPair()
  const servers = await environment.startPair(serverEnv)
  const logOffset = environment.readLog().length
  const ports = servers.map(server => server.port)
  const balancer = hasHaproxy
    ? await startHaproxy(environment.folder, ports)
    : await startBalancer(ports)
  await environment.withSuperuserSql(sql => sql`update store set status = 'live'`)
  const writers = await startWriters(environment, () => [balancer.url], 2)
  let headers = await environment.createHeaders()
  const paths = ['/api/order/getAll', '/api/product/getAll', '/api/dashboard/stats?period=today']
  let readCount = 0
  const readProbe = startProbing(3, () =>
    sendProbe(balancer.url, paths[readCount++ % paths.length] ?? '', { headers }),
  )
  const visitProbe = startProbing(1, () => sendVisit(Number(new URL(balancer.url).port)))
  const serverStops: ServerStop[] = []
  for (let nr = 0; nr < restarts && performance.now() < deadline; nr++) {
    headers = await environment.createHeaders()
    const serverIndex = nr % 2
    const oldServer = servers[serverIndex]
    if (!oldServer) continue
    const startedAt = performance.now()
    oldServer.kill('SIGTERM')
    serverStops.push({ code: await oldServer.exitStatus, ms: performance.now() - startedAt })
    servers[serverIndex] = await environment.startServer(serverEnv, { port: oldServer.port })
  }
  const probeResults = [...(await readProbe.stop()), ...(await visitProbe.stop())]
  await writers.stop()
  const report = await writers.verifyWrites(balancer.url)
  const violations = await listViolations(environment)
  await balancer.stop()
  const errorSummary = environment.summarizeErrors(logOffset)
  return [
    {
      check: `${serverStops.length} rolling restarts of two servers behind ${balancer.name} under load`,
      ...toLoadResult({ probeResults, writers, balancer, errorSummary, restarts }),
    },
    toStopFinding(serverStops, restarts),
    {
      check: '  writes afterwards',
      sampleCount: serverStops.length,
      ...toWriteResult(report),
    },
    toInvariantFinding(violations),
  ]
}

async function sendVisit(port: number): Promise<ProbeResult> {
  const path = '/'
  const startedAt = performance.now()
  const { status } = await visitStore(port, { path }).catch(() => ({ status: 0 }))
  return { path, status, ms: performance.now() - startedAt, retryAfter: null, isJson: false }
}

type LoadReport = {
  probeResults: ProbeResult[]
  writers: Writers
  balancer: Balancer
  errorSummary: string
  restarts: number
}

function toLoadResult({
  probeResults,
  writers,
  balancer,
  errorSummary,
  restarts,
}: LoadReport): Omit<FaultFinding, 'check'> {
  const { rejected, retried, failed } = balancer.counts
  const failures = [...writers.failures].map(([code, count]) => `${code} × ${count}`).join(', ')
  const writeCount = writers.countAcknowledged()
  const slowestMs = Math.max(getSlowestMs(probeResults), writers.getSlowestMs())
  return {
    sampleCount: probeResults.length + writeCount,
    hasPassed:
      probeResults.every(({ status }) => status === 200) &&
      failures === '' &&
      failed === 0 &&
      retried <= getMaxRetries(restarts),
    result: [
      `reads: ${formatStatusCounts(probeResults)}`,
      `writes: ${writeCount}${failures && `, failed: ${failures}`}`,
      `slowest ${formatSeconds(slowestMs)}`,
      ...(errorSummary ? [`logged errors: ${errorSummary}`] : []),
      `${rejected} sent to the other server`,
      `${retried} repeated (at most ${getMaxRetries(restarts)} allowed)`,
    ].join('; '),
  }
}

function toStopFinding(serverStops: readonly ServerStop[], restarts: number): FaultFinding {
  const codes = [...new Set(serverStops.map(({ code }) => code))]
  return {
    check: '  each server stops cleanly',
    sampleCount: serverStops.length,
    hasPassed:
      serverStops.length === restarts &&
      serverStops.every(({ code, ms }) => code === 0 && ms < stopLimitMs),
    result: [
      `${serverStops.length} of ${restarts}`,
      `exit codes ${codes.join(', ')}`,
      `slowest ${formatSeconds(getSlowestMs(serverStops))}`,
    ].join('; '),
  }
}
