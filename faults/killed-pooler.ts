import { startPoolerOf } from '../scripts/debian-cluster.ts'
import { hasPooler } from '../scripts/debian-postgres.ts'
import { toWriteResult } from './kill-server.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { formatSeconds } from './lab/probe.ts'
import { waitUntil } from './lab/wait-until.ts'
import { startWriters } from './lab/writers.ts'

const check = 'kill -9 of PgBouncer during writes'
const waitLimitMs = 60_000
const recoveryLimitMs = 5000
const writesBetween = 10
const rejectionsPerKill = 4

/** Kills PgBouncer during writes and starts it again. The server must continue to run. */
export async function killPoolerDuringWrites(
  environment: FaultEnvironment,
  kills: number,
): Promise<FaultFinding[]> {
  if (!hasPooler())
    return [
      {
        check,
        sampleCount: 0,
        result: 'PgBouncer is not installed',
        hasPassed: true,
        isSkipped: true,
      },
    ]
  await environment.stopPair()
  const pooler = await startPoolerOf(environment.ownerUrl)
  const server = await environment.startServer(pooler.env)
  const writers = await startWriters(environment, () => [server.url], 4)
  const waitForWrites = () => {
    const target = writers.countAcknowledged() + writesBetween
    return waitUntil(async () => writers.countAcknowledged() >= target, waitLimitMs)
  }
  const countRejections = () => writers.failures.get('503') ?? 0
  const recoveries: number[] = []
  await waitForWrites()
  for (let round = 0; round < kills; round++) {
    const target = countRejections() + rejectionsPerKill
    await pooler.kill()
    await waitUntil(async () => countRejections() >= target, waitLimitMs)
    await pooler.start()
    recoveries.push((await waitForWrites()) ?? Number.POSITIVE_INFINITY)
  }
  await writers.stop()
  const report = await writers.verifyWrites(server.url)
  const violations = await listViolations(environment)
  const isAlive = server.getExitStatus() === null
  server.kill('SIGTERM')
  await server.exitStatus
  await pooler.stop()
  const failures = [...writers.failures].map(([code, count]) => `${code} × ${count}`)
  return [
    { check, sampleCount: kills, ...toWriteResult(report) },
    {
      check: '  the same process serves again, and calls get 503 meanwhile',
      sampleCount: countRejections(),
      result: [
        isAlive ? 'server running' : 'server exited',
        `failed: ${failures.join(', ')}`,
        `${writesBetween} writes after ${formatSeconds(Math.max(...recoveries))}`,
      ].join('; '),
      hasPassed:
        isAlive &&
        [...writers.failures.keys()].every(code => code === '503') &&
        Math.max(...recoveries) <= recoveryLimitMs,
    },
    toInvariantFinding(violations),
  ]
}
