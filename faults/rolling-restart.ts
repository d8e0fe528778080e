import { startBalancer } from './balancer.ts'
import type { FaultEnvironment, FaultFinding } from './fault-environment.ts'
import { invariantCount, listViolations } from './invariants.ts'
import { toFindingResult } from './kill-server.ts'
import {
  formatSeconds,
  formatStatusCounts,
  getSlowestMs,
  sendProbe,
  startProbing,
} from './probe.ts'
import { startWriters } from './writers.ts'

const stopWithinMs = 15_000
/** What a starved machine makes late is refused in time, and is not what is asked here; `waits` is about that. */
const serverEnv = { CALL_LIMIT_MS: '30000' }
/** A request that broke off and went to the other server is one that a process was too quick to leave; of ten stops one may have that. */
const getMaxRetries = (restarts: number) => Math.ceil(restarts / 10)

/** Two servers behind a balancer are restarted in turn, as an update does it, with sellers at work all the while. */
export async function runRollingRestart(
  environment: FaultEnvironment,
  restarts: number,
  longestMs: number,
): Promise<FaultFinding[]> {
  const deadline = performance.now() + longestMs
  await environment.stopPair()
  const servers = await environment.startPair(serverEnv)
  const logLength = environment.readLog().length
  const balancer = await startBalancer(servers.map(server => server.port))
  const writers = await startWriters(environment, () => [balancer.url], 2)
  let headers = await environment.createHeaders()
  const paths = ['/api/order/getAll', '/api/product/getAll', '/api/dashboard/stats?period=today']
  let turn = 0
  const readProbe = startProbing(3, () =>
    sendProbe(balancer.url, paths[turn++ % paths.length] ?? '', { headers }),
  )
  const serverStops: { ms: number; code: number | string | null }[] = []
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
  const probeResults = await readProbe.stop()
  await writers.stop()
  const report = await writers.verifyWrites(balancer.url)
  const violations = await listViolations(environment)
  await balancer.stop()
  const { rejected, retried, failed } = balancer.counts
  const errorSummary = environment.summarizeErrors(logLength)
  const failures = [...writers.failures].map(([word, times]) => `${word} × ${times}`).join(', ')
  const requestCount = probeResults.length + writers.acknowledged()
  return [
    {
      check: `${serverStops.length} rolling restarts of two servers under load`,
      sampleCount: requestCount,
      hasPassed:
        probeResults.every(one => one.status === 200) &&
        failures === '' &&
        failed === 0 &&
        retried <= getMaxRetries(restarts),
      result: `requests: ${formatStatusCounts(probeResults)} of reads, ${writers.acknowledged()} writes done${failures && `, failed: ${failures}`}; slowest ${formatSeconds(Math.max(getSlowestMs(probeResults), writers.slowestMs()))}${errorSummary && `; said: ${errorSummary}`}; ${rejected} went to the other server, ${retried} were sent again (${getMaxRetries(restarts)} may be)`,
    },
    {
      check: '  each stops in order',
      sampleCount: serverStops.length,
      hasPassed:
        serverStops.length === restarts &&
        serverStops.every(({ code, ms }) => code === 0 && ms < stopWithinMs),
      result: `${serverStops.length} of ${restarts}; codes ${[...new Set(serverStops.map(({ code }) => code))].join(', ')}; slowest ${formatSeconds(getSlowestMs(serverStops))}`,
    },
    {
      check: '  nothing is lost by it',
      sampleCount: serverStops.length,
      ...toFindingResult(report),
    },
    {
      check: `  ${invariantCount} invariants after it`,
      sampleCount: 1,
      result: violations.join('; ') || 'all hold',
      hasPassed: violations.length === 0,
    },
  ]
}
