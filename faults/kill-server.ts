import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEnvironment, FaultFinding } from './fault-environment.ts'
import { invariantCount, listViolations } from './invariants.ts'
import { startWriters, type WriteReport } from './writers.ts'

/** `kill -9` of one of two servers in the middle of writes, again and again. */
export async function killServerDuringWrites(
  environment: FaultEnvironment,
  kills: number,
): Promise<FaultFinding[]> {
  const servers = await environment.startPair()
  const writers = await startWriters(environment, () => servers.map(server => server.url), 8)
  const violations: string[] = []
  for (let nr = 0; nr < kills; nr++) {
    await sleep(50 + Math.random() * 550)
    const serverIndex = nr % 2
    const victim = servers[serverIndex]
    if (!victim) continue
    victim.kill('SIGKILL')
    await victim.exitStatus
    servers[serverIndex] = await environment.startServer({}, { port: victim.port })
    if (nr % 20 === 19) violations.push(...(await listViolations(environment)))
  }
  await writers.stop()
  const report = await writers.verifyWrites(servers[0]?.url ?? '')
  violations.push(...(await listViolations(environment)))
  return [
    { check: 'kill -9 of a server during writes', sampleCount: kills, ...toFindingResult(report) },
    {
      check: `  ${invariantCount} invariants after it`,
      sampleCount: Math.floor(kills / 20) + 1,
      result: violations.join('; ') || 'all hold',
      hasPassed: violations.length === 0,
    },
  ]
}

/** Nothing that was answered is lost, nothing happened twice, nothing is there that nobody sent. */
export function toFindingResult({
  acknowledged,
  unanswered,
  lost,
  duplicated: doubled,
  unknown,
}: WriteReport): Pick<FaultFinding, 'result' | 'hasPassed'> {
  return {
    result: `${acknowledged} answered, ${unanswered} sent again: ${lost} lost, ${doubled} doubled, ${unknown} unknown`,
    hasPassed: acknowledged > 0 && lost === 0 && doubled === 0 && unknown === 0,
  }
}
