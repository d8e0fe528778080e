import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultPlace, Finding } from './fault-place.ts'
import { brokenInvariants, invariantCount } from './invariants.ts'
import { openWriters, type Verdict } from './writers.ts'

/** `kill -9` of one of two servers in the middle of writes, again and again. */
export async function killServer(place: FaultPlace, kills: number): Promise<Finding[]> {
  const servers = await place.pair()
  const writers = await openWriters(place, () => servers.map(server => server.url), 8)
  const broken: string[] = []
  for (let nr = 0; nr < kills; nr++) {
    await sleep(50 + Math.random() * 550)
    const at = nr % 2
    const victim = servers[at]
    if (!victim) continue
    victim.kill('SIGKILL')
    await victim.exit
    servers[at] = await place.startServer({}, { port: victim.port })
    if (nr % 20 === 19) broken.push(...(await brokenInvariants(place)))
  }
  await writers.stop()
  const verdict = await writers.settle(servers[0]?.url ?? '')
  broken.push(...(await brokenInvariants(place)))
  return [
    { fault: 'kill -9 of a server during writes', n: kills, ...judge(verdict) },
    {
      fault: `  ${invariantCount} invariants after it`,
      n: Math.floor(kills / 20) + 1,
      figure: broken.join('; ') || 'all hold',
      isRight: broken.length === 0,
    },
  ]
}

/** Nothing that was answered is lost, nothing happened twice, nothing is there that nobody sent. */
export function judge({
  acknowledged,
  unanswered,
  lost,
  doubled,
  unknown,
}: Verdict): Pick<Finding, 'figure' | 'isRight'> {
  return {
    figure: `${acknowledged} answered, ${unanswered} sent again: ${lost} lost, ${doubled} doubled, ${unknown} unknown`,
    isRight: acknowledged > 0 && lost === 0 && doubled === 0 && unknown === 0,
  }
}
