import { parseArgs } from 'node:util'
import { clockJump } from './clock-jump.ts'
import { FaultPlace, type Finding } from './fault-place.ts'
import { fullDisk, fullWal } from './full-disk.ts'
import { databaseAway, killDatabase } from './kill-database.ts'
import { killServer } from './kill-server.ts'
import { killedWebhook } from './killed-webhook.ts'
import { killedWorker } from './killed-worker.ts'
import { mailAway } from './mail-away.ts'
import { rollingRestart } from './rolling-restart.ts'
import { waits } from './waits.ts'

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
const long = (given: string, short: number) => (values.short ? short : Number(given))

const faults: Record<string, (place: FaultPlace) => Promise<Finding[]>> = {
  'kill-server': place => killServer(place, long(values.kills, 1)),
  'kill-database': place => killDatabase(place, long(values['database-kills'], 1)),
  'database-away': place => databaseAway(place, long(values['away-seconds'], 0.5) * 1000),
  'killed-worker': place =>
    killedWorker(place, {
      kills: long(values['worker-kills'], 1),
      rows: long('2000', 300),
      isShort: values.short,
    }),
  'killed-webhook': place => killedWebhook(place, Number(values['worker-kills'])),
  'mail-away': mailAway,
  'clock-jump': clockJump,
  'full-disk': () => fullDisk(160),
  'full-wal': () => fullWal(250),
  'rolling-restart': place =>
    rollingRestart(place, long(values.restarts, 1), Number(values.minutes) * 60_000),
  waits,
}

// These take servers or a database of their own, or wait: longer than a short form may. A test of one server holds the limit
// that `waits` is about, too.
const longOnly = ['clock-jump', 'full-disk', 'full-wal', 'killed-webhook', 'mail-away', 'waits']

const began = performance.now()
const place = await FaultPlace.open()
const all: Finding[] = []
const stop = () => void place.close().finally(() => process.exit(1))
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
try {
  for (const [name, run] of Object.entries(faults)) {
    if (!name.startsWith(values.only) || (values.short && longOnly.includes(name))) continue
    const start = performance.now()
    const findings = await run(place).catch((error: unknown): Finding[] => [
      {
        fault: name,
        n: 1,
        figure: error instanceof Error ? `${error.stack}` : String(error),
        isRight: false,
      },
    ])
    all.push(...findings)
    for (const finding of findings) console.log(say(finding))
    console.log(`${' '.repeat(11)}(${((performance.now() - start) / 1000).toFixed(1)} s)`)
  }
} finally {
  if (all.some(finding => !finding.isRight))
    console.error(place.log().split('\n').slice(-40).join('\n'))
  await place.close()
}

const wrong = all.filter(finding => !finding.isRight)
const skipped = all.filter(finding => finding.isSkipped)
console.log(
  `\n${all.length} findings in ${((performance.now() - began) / 1000).toFixed(1)} s, ${wrong.length} not as promised, ${skipped.length} SKIPPED`,
)
process.exit(wrong.length === 0 && all.length > 0 ? 0 : 1)

function say({ fault, n, figure, isRight, isSkipped }: Finding): string {
  return `${isSkipped ? 'SKIPPED   ' : isRight ? 'as promised' : 'NOT SO    '}  ${`n = ${n}`.padEnd(9)} ${fault}: ${figure}`
}
