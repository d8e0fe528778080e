import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultPlace, type Finding, untilHolds } from './fault-place.ts'
import { brokenInvariants, invariantCount } from './invariants.ts'
import { judge } from './kill-server.ts'
import { isClear, keepLooking, look, seconds, slowest, tally } from './probe.ts'
import { isReady } from './server-process.ts'
import { openWriters } from './writers.ts'

const backWithinMs = 5000

/** `kill -9` of every process of the database in the middle of writes, again and again; the server lives through it. */
export async function killDatabase(place: FaultPlace, kills: number): Promise<Finding[]> {
  const [server] = await place.pair()
  if (!server) throw new Error('there is no server')
  const headers = await place.headers()
  const writers = await openWriters(place, () => [server.url], 8)
  const broken: string[] = []
  const recoveries: number[] = []
  const returns: number[] = []
  for (let nr = 0; nr < kills; nr++) {
    await sleep(200 + Math.random() * 500)
    await place.killDatabase()
    recoveries.push(
      (await untilHolds(() => place.isDatabaseThere(), 60_000)) ?? Number.POSITIVE_INFINITY,
    )
    returns.push(
      (await untilHolds(
        async () =>
          (await isReady(server.url)) &&
          (await look(server.url, '/api/order/getAll', { headers })).status === 200,
        60_000,
      )) ?? Number.POSITIVE_INFINITY,
    )
    if (nr % 20 === 19) broken.push(...(await brokenInvariants(place)))
  }
  await writers.stop()
  const verdict = await writers.settle(server.url)
  broken.push(...(await brokenInvariants(place)))
  const isAlive = server.ended() === null
  const back = Math.max(...returns)
  return [
    { fault: 'kill -9 of the database during writes', n: kills, ...judge(verdict) },
    {
      fault: `  ${invariantCount} invariants after it`,
      n: Math.floor(kills / 20) + 1,
      figure: broken.join('; ') || 'all hold',
      isRight: broken.length === 0,
    },
    {
      fault: '  the same process serves again',
      n: kills,
      isRight: isAlive && back <= backWithinMs,
      figure: `${isAlive ? 'alive' : 'it ended'}; the database is back after ${seconds(middle(recoveries))} (most ${seconds(Math.max(...recoveries))}), we ${seconds(middle(returns))} later (most ${seconds(back)})`,
    },
  ]
}

const middle = (all: readonly number[]) =>
  all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0

/** The database is stopped and comes back later: refusals are quick and clear meanwhile, and nobody has to do anything. */
export async function databaseAway(place: FaultPlace, forMs: number): Promise<Finding[]> {
  const [server] = await place.pair()
  if (!server) throw new Error('there is no server')
  const headers = await place.headers()
  const writers = await openWriters(place, () => [server.url], 4)
  await sleep(500)
  await place.stopDatabase()
  const notReady = await untilHolds(async () => !(await isReady(server.url)), 10_000)
  const calls = ['/api/order/getAll', '/api/dashboard/stats?period=today', '/api/product/getAll']
  let turn = 0
  const looking = keepLooking(4, () =>
    look(server.url, calls[turn++ % calls.length] ?? '', { headers }),
  )
  await sleep(forMs)
  const live = await look(server.url, '/health/live')
  const page = await look(server.url, '/', { headers: { accept: 'text/html' } })
  const looks = await looking.stop()
  await place.startDatabase()
  const back = await untilHolds(
    async () => (await look(server.url, '/api/order/getAll', { headers })).status === 200,
    60_000,
  )
  await writers.stop()
  const verdict = await writers.settle(server.url)
  const isAlive = server.ended() === null
  return [
    {
      fault: `database away for ${seconds(forMs)}: calls are refused clearly`,
      n: looks.length,
      isRight: looks.length > 0 && looks.every(isClear) && slowest(looks) < 5000,
      figure: `${tally(looks)}, each with Retry-After: ${looks.every(isClear) ? 'yes' : 'no'}; slowest ${seconds(slowest(looks))}`,
    },
    {
      fault: '  the process lives, says so, and still gives the page',
      n: 1,
      isRight:
        isAlive &&
        live.status === 200 &&
        [200, 404].includes(page.status) &&
        notReady !== undefined &&
        notReady < 3000,
      figure: `live ${live.status} in ${seconds(live.ms)}, not ready after ${seconds(notReady ?? Number.POSITIVE_INFINITY)}, page ${page.status === 404 ? 'not built' : page.status}`,
    },
    {
      fault: '  it serves again by itself',
      n: 1,
      figure: `${seconds(back ?? Number.POSITIVE_INFINITY)} after the database`,
      isRight: back !== undefined && back <= backWithinMs,
    },
    { fault: '  nothing is lost by it', n: 1, ...judge(verdict) },
  ]
}
