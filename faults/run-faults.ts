import { parseArgs } from 'node:util'
import { runBoundedWaits } from './bounded-waits.ts'
import { clockJump } from './clock-jump.ts'
import { FaultEnvironment, type FaultFinding } from './fault-environment.ts'
import { runFullDisk, runFullWal } from './full-disk.ts'
import { killDatabaseDuringWrites, stopDatabaseDuringWrites } from './kill-database.ts'
import { killServerDuringWrites } from './kill-server.ts'
import { killServerDuringWebhook } from './killed-webhook.ts'
import { killServerDuringJobs } from './killed-worker.ts'
import { stopMailServer } from './mail-server-down.ts'
import { runRollingRestart } from './rolling-restart.ts'

// `npm run test:faults`, and in short as a step of `npm test`. Real processes on one machine, with faults made on purpose.
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    /** Only the faults whose name begins so. */
    only: { type: 'string', default: '' },
    kills: { type: 'string', default: '200' },
    'database-kills': { type: 'string', default: '50' },
    restarts: { type: 'string', default: '100' },
    'worker-kills': { type: 'string', default: '3' },
    /** The restarts end after this time, however many they were. */
    minutes: { type: 'string', default: '30' },
    'away-seconds': { type: 'string', default: '60' },
  },
})
const chooseCount = (longCount: string, shortCount: number) =>
  values.short ? shortCount : Number(longCount)

const scenarios: Record<string, (environment: FaultEnvironment) => Promise<FaultFinding[]>> = {
  'kill-server': environment => killServerDuringWrites(environment, chooseCount(values.kills, 1)),
  'kill-database': environment =>
    killDatabaseDuringWrites(environment, chooseCount(values['database-kills'], 1)),
  'database-away': environment =>
    stopDatabaseDuringWrites(environment, chooseCount(values['away-seconds'], 0.5) * 1000),
  'killed-worker': environment =>
    killServerDuringJobs(environment, {
      kills: chooseCount(values['worker-kills'], 1),
      rows: chooseCount('2000', 300),
      isShort: values.short,
    }),
  'killed-webhook': environment =>
    killServerDuringWebhook(environment, Number(values['worker-kills'])),
  'mail-away': stopMailServer,
  'clock-jump': clockJump,
  'full-disk': () => runFullDisk(160),
  'full-wal': () => runFullWal(250),
  'rolling-restart': environment =>
    runRollingRestart(
      environment,
      chooseCount(values.restarts, 1),
      Number(values.minutes) * 60_000,
    ),
  waits: runBoundedWaits,
}

// These take servers or a database of their own, or wait: longer than a short form may. A test of one server holds the limit
// that `waits` is about, too.
const longScenarios = [
  'clock-jump',
  'full-disk',
  'full-wal',
  'killed-webhook',
  'mail-away',
  'waits',
]

const startedAt = performance.now()
const environment = await FaultEnvironment.open()
const allFindings: FaultFinding[] = []
const stopOnSignal = () => void environment.close().finally(() => process.exit(1))
process.on('SIGINT', stopOnSignal)
process.on('SIGTERM', stopOnSignal)
try {
  for (const [name, run] of Object.entries(scenarios)) {
    if (!name.startsWith(values.only) || (values.short && longScenarios.includes(name))) continue
    const start = performance.now()
    const findings = await run(environment).catch((error: unknown): FaultFinding[] => [
      {
        check: name,
        sampleCount: 1,
        result: error instanceof Error ? `${error.stack}` : String(error),
        hasPassed: false,
      },
    ])
    allFindings.push(...findings)
    for (const finding of findings) console.log(formatFinding(finding))
    console.log(`${' '.repeat(11)}(${((performance.now() - start) / 1000).toFixed(1)} s)`)
  }
} finally {
  if (allFindings.some(finding => !finding.hasPassed))
    console.error(environment.readLog().split('\n').slice(-40).join('\n'))
  await environment.close()
}

const failedFindings = allFindings.filter(finding => !finding.hasPassed)
const skipped = allFindings.filter(finding => finding.isSkipped)
console.log(
  `\n${allFindings.length} findings in ${((performance.now() - startedAt) / 1000).toFixed(1)} s, ${failedFindings.length} not as promised, ${skipped.length} SKIPPED`,
)
process.exit(failedFindings.length === 0 && allFindings.length > 0 ? 0 : 1)

function formatFinding({
  check: fault,
  sampleCount: n,
  result: figure,
  hasPassed: isRight,
  isSkipped,
}: FaultFinding): string {
  return `${isSkipped ? 'SKIPPED   ' : isRight ? 'as promised' : 'NOT SO    '}  ${`n = ${n}`.padEnd(9)} ${fault}: ${figure}`
}
