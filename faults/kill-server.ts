import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { startWriters, type WriteReport } from './lab/writers.ts'

/** Repeatedly kills one of two servers with SIGKILL during writes. */
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
    { check: 'kill -9 of a server during writes', sampleCount: kills, ...toWriteResult(report) },
    toInvariantFinding(violations, Math.floor(kills / 20) + 1),
  ]
}

/** Passes if no acknowledged write is lost, no write is duplicated and no row is unknown. */
export function toWriteResult({
  acknowledged,
  unanswered,
  lost,
  duplicated,
  unknown,
}: WriteReport): Pick<FaultFinding, 'result' | 'hasPassed'> {
  const counts = [
    `${acknowledged} acknowledged`,
    `${unanswered} repeated`,
    `${lost} lost`,
    `${duplicated} duplicated`,
    `${unknown} unknown`,
  ]
  return {
    result: counts.join(', '),
    hasPassed: acknowledged > 0 && lost === 0 && duplicated === 0 && unknown === 0,
  }
}
