import { startBalancer } from './balancer.ts'
import type { FaultPlace, Finding } from './fault-place.ts'
import { brokenInvariants, invariantCount } from './invariants.ts'
import { judge } from './kill-server.ts'
import { keepLooking, look, seconds, slowest, tally } from './probe.ts'
import { openWriters } from './writers.ts'

const stopWithinMs = 15_000
/** What a starved machine makes late is refused in time, and is not what is asked here; `waits` is about that. */
const patient = { CALL_LIMIT_MS: '30000' }
/** A request that broke off and went to the other server is one that a process was too quick to leave; of ten stops one may have that. */
const againAtMost = (restarts: number) => Math.ceil(restarts / 10)

/** Two servers behind a balancer are restarted in turn, as an update does it, with sellers at work all the while. */
export async function rollingRestart(
  place: FaultPlace,
  restarts: number,
  longestMs: number,
): Promise<Finding[]> {
  const end = performance.now() + longestMs
  await place.stopPair()
  const servers = await place.pair(patient)
  const before = place.log().length
  const balancer = await startBalancer(servers.map(server => server.port))
  const writers = await openWriters(place, () => [balancer.url], 2)
  let headers = await place.headers()
  const paths = ['/api/order/getAll', '/api/product/getAll', '/api/dashboard/stats?period=today']
  let turn = 0
  const looking = keepLooking(3, () =>
    look(balancer.url, paths[turn++ % paths.length] ?? '', { headers }),
  )
  const stops: { ms: number; code: number | string | null }[] = []
  for (let nr = 0; nr < restarts && performance.now() < end; nr++) {
    headers = await place.headers()
    const at = nr % 2
    const old = servers[at]
    if (!old) continue
    const began = performance.now()
    old.kill('SIGTERM')
    stops.push({ code: await old.exit, ms: performance.now() - began })
    servers[at] = await place.startServer(patient, { port: old.port })
  }
  const looks = await looking.stop()
  await writers.stop()
  const verdict = await writers.settle(balancer.url)
  const broken = await brokenInvariants(place)
  await balancer.stop()
  const { refused, again, failed } = balancer.counts
  const faults = place.faults(before)
  const failures = [...writers.failures].map(([word, times]) => `${word} × ${times}`).join(', ')
  const requests = looks.length + writers.acknowledged()
  return [
    {
      fault: `${stops.length} rolling restarts of two servers under load`,
      n: requests,
      isRight:
        looks.every(one => one.status === 200) &&
        failures === '' &&
        failed === 0 &&
        again <= againAtMost(restarts),
      figure: `requests: ${tally(looks)} of reads, ${writers.acknowledged()} writes done${failures && `, failed: ${failures}`}; slowest ${seconds(Math.max(slowest(looks), writers.slowestMs()))}${faults && `; said: ${faults}`}; ${refused} went to the other server, ${again} were sent again (${againAtMost(restarts)} may be)`,
    },
    {
      fault: '  each stops in order',
      n: stops.length,
      isRight:
        stops.length === restarts && stops.every(({ code, ms }) => code === 0 && ms < stopWithinMs),
      figure: `${stops.length} of ${restarts}; codes ${[...new Set(stops.map(({ code }) => code))].join(', ')}; slowest ${seconds(slowest(stops))}`,
    },
    { fault: '  nothing is lost by it', n: stops.length, ...judge(verdict) },
    {
      fault: `  ${invariantCount} invariants after it`,
      n: 1,
      figure: broken.join('; ') || 'all hold',
      isRight: broken.length === 0,
    },
  ]
}
