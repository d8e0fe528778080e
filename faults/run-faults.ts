import { parseArgs } from 'node:util'
import { parsePostgresKind } from '../scripts/debian-cluster.ts'
import { runBoundedWaits } from './bounded-waits.ts'
import { runClockJump } from './clock-jump.ts'
import { fileBrokenMails } from './file-broken-mails.ts'
import { runFullDisk, runFullDiskWithBucket, runFullWal } from './full-disk.ts'
import { killDatabaseDuringWrites, stopDatabaseDuringWrites } from './kill-database.ts'
import { killServerDuringWrites } from './kill-server.ts'
import { killServerDuringCheckouts } from './killed-checkout.ts'
import { killServerDuringMail } from './killed-mail.ts'
import { killServerDuringPayments } from './killed-payment.ts'
import { killPoolerDuringWrites } from './killed-pooler.ts'
import { killServerDuringPublication } from './killed-publication.ts'
import { killServerDuringRefunds } from './killed-refund.ts'
import { killS3ServerDuringUploads } from './killed-s3-server.ts'
import { killServerDuringWebhook } from './killed-webhook.ts'
import { killServerDuringJobs } from './killed-worker.ts'
import { FaultEnvironment, type FaultFinding } from './lab/fault-environment.ts'
import { checkFreshStorefront } from './lab/fresh-storefront.ts'
import { formatSeconds } from './lab/probe.ts'
import { stopMailServer } from './mail-server-down.ts'
import { restoreAfterPromotion } from './promoted-archive.ts'
import { promoteStandbyDuringWrites } from './promoted-standby.ts'
import { promoteTwoStandbys } from './promoted-standbys.ts'
import { payForLastUnit } from './racing-payments.ts'
import { restoreFromArchive } from './restored-archive.ts'
import { runRollingRestart } from './rolling-restart.ts'

// Kills and disturbs real processes on one machine and checks the data afterwards. Runs with
// `npm run test:faults`, and with `--short` as a step of `npm run check`.
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    /** Runs only the scenarios whose name starts with this text. */
    only: { type: 'string', default: '' },
    /** The database: `embedded`, `debian` with the settings of its packages, or `pgbouncer` in front of it. */
    postgres: { type: 'string', default: 'embedded' },
    kills: { type: 'string', default: '200' },
    'database-kills': { type: 'string', default: '50' },
    restarts: { type: 'string', default: '100' },
    /** How often the server is killed at each step of a refund. */
    'refund-rounds': { type: 'string', default: '1' },
    mails: { type: 'string', default: '10000' },
    'worker-kills': { type: 'string', default: '3' },
    /** The time limit of the rolling restarts. */
    minutes: { type: 'string', default: '30' },
    'down-seconds': { type: 'string', default: '60' },
  },
})
const chooseCount = (longCount: string, shortCount: number) =>
  values.short ? shortCount : Number(longCount)

const scenarios: Record<string, (environment: FaultEnvironment) => Promise<FaultFinding[]>> = {
  'kill-server': environment => killServerDuringWrites(environment, chooseCount(values.kills, 1)),
  'kill-database': environment =>
    killDatabaseDuringWrites(environment, chooseCount(values['database-kills'], 1)),
  'database-down': environment =>
    stopDatabaseDuringWrites(environment, chooseCount(values['down-seconds'], 0.5) * 1000),
  'killed-worker': environment =>
    killServerDuringJobs(environment, {
      kills: chooseCount(values['worker-kills'], 1),
      rows: chooseCount('2000', 300),
      isShort: values.short,
    }),
  'killed-pooler': environment =>
    killPoolerDuringWrites(environment, Number(values['worker-kills'])),
  'killed-publication': environment =>
    killServerDuringPublication(environment, chooseCount(values['worker-kills'], 1)),
  'killed-s3-server': environment =>
    killS3ServerDuringUploads(environment, chooseCount(values['worker-kills'], 1)),
  'killed-checkout': environment => killServerDuringCheckouts(environment, chooseCount('200', 30)),
  'killed-mail': environment =>
    killServerDuringMail(environment, {
      mails: chooseCount(values.mails, 200),
      kills: chooseCount('8', 2),
    }),
  'killed-payment': killServerDuringPayments,
  'killed-refund': environment =>
    killServerDuringRefunds(environment, { rounds: Number(values['refund-rounds']) }),
  'racing-payments': environment => payForLastUnit(environment, 200),
  'killed-webhook': environment =>
    killServerDuringWebhook(environment, Number(values['worker-kills'])),
  'fresh-storefront': environment => checkFreshStorefront(environment, chooseCount('20', 3)),
  'mail-server-down': stopMailServer,
  'clock-jump': runClockJump,
  'full-disk': () => runFullDisk(160),
  'full-disk-bucket': () => runFullDiskWithBucket(160),
  'full-wal': () => runFullWal(250),
  'rolling-restart': environment =>
    runRollingRestart(
      environment,
      chooseCount(values.restarts, 1),
      Number(values.minutes) * 60_000,
    ),
  'bounded-waits': runBoundedWaits,
  'broken-mail': fileBrokenMails,
  'restored-archive': restoreFromArchive,
  'promoted-archive': restoreAfterPromotion,
  // These stop the database of the environment, so no other scenario follows.
  'promoted-standby': environment =>
    promoteStandbyDuringWrites(environment, { fault: 'kill', serverCount: chooseCount('2', 1) }),
  'promoted-standby-frozen': environment =>
    promoteStandbyDuringWrites(environment, { fault: 'freeze', serverCount: 2 }),
  'promoted-standbys': promoteTwoStandbys,
}

// The short run leaves these out, because they need separate servers or databases, or wait for
// long. The server tests also check the limit of `bounded-waits`, and some of `broken-mail`.
const longScenarios = [
  'bounded-waits',
  'broken-mail',
  'clock-jump',
  'full-disk',
  'full-disk-bucket',
  'full-wal',
  'killed-payment',
  'killed-pooler',
  'killed-refund',
  'killed-webhook',
  'mail-server-down',
  'promoted-archive',
  'promoted-standby-frozen',
  'promoted-standbys',
  'racing-payments',
  'restored-archive',
]

const startedAt = performance.now()
FaultEnvironment.postgres = await parsePostgresKind(values.postgres)
const environment = await FaultEnvironment.open()
const allFindings: FaultFinding[] = []
const stopOnSignal = () => void environment.close().finally(() => process.exit(1))
process.on('SIGINT', stopOnSignal)
process.on('SIGTERM', stopOnSignal)
try {
  for (const [name, runScenario] of Object.entries(scenarios)) {
    if (!name.startsWith(values.only) || (values.short && longScenarios.includes(name))) continue
    const scenarioStartedAt = performance.now()
    const findings = await runScenario(environment).catch((error: unknown): FaultFinding[] => [
      {
        check: name,
        sampleCount: 1,
        result: error instanceof Error ? `${error.stack}` : String(error),
        hasPassed: false,
      },
    ])
    allFindings.push(...findings)
    for (const finding of findings) console.log(formatFinding(finding))
    console.log(`${' '.repeat(9)}(${formatSeconds(performance.now() - scenarioStartedAt)})`)
  }
} finally {
  if (allFindings.some(finding => !finding.hasPassed))
    console.error(environment.readLog().split('\n').slice(-40).join('\n'))
  await environment.close()
}

const failedFindings = allFindings.filter(finding => !finding.hasPassed)
const skippedFindings = allFindings.filter(finding => finding.isSkipped)
const counts = [
  `${allFindings.length - failedFindings.length - skippedFindings.length} passed`,
  `${failedFindings.length} FAILED`,
  `${skippedFindings.length} SKIPPED`,
]
console.log(`\n${counts.join(', ')} in ${formatSeconds(performance.now() - startedAt)}`)
process.exit(failedFindings.length === 0 && allFindings.length > 0 ? 0 : 1)

function formatFinding(finding: FaultFinding): string {
  const { check, sampleCount, result } = finding
  return `${formatOutcome(finding).padEnd(7)}  ${`n = ${sampleCount}`.padEnd(9)} ${check}: ${result}`
}

function formatOutcome({ hasPassed, isSkipped }: FaultFinding): string {
  if (isSkipped) return 'SKIPPED'
  return hasPassed ? 'passed' : 'FAILED'
}
