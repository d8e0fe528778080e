import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { findDebianPostgres, startDebianPostgres } from '../scripts/debian-postgres.ts'
import { buildApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { migrate } from '../server/db/migrate.ts'
import type { App } from '../server/lib/call/serve.ts'
import { StartupError } from '../server/startup-error.ts'
import { benchCalls, type CallTarget } from './bench-calls.ts'
import { createOwnerSession, secretKey } from './bench-environment.ts'
import { generateBenchData } from './data/bench-data.ts'
import { readSample } from './data/bench-sample.ts'
import { spreadRows } from './load/load-program.ts'
import { measureMs, median } from './measure/measure.ts'

/**
 * Measures calls on the PostgreSQL of Debian's packages with `jit` on, its default, and off, as the
 * server sets it for its roles. The settings take turns, so that other load affects both alike.
 */
const settings = ['on', 'off'] as const
type Setting = (typeof settings)[number]

const { values } = parseArgs({
  options: {
    /** Products of one store, and as many orders. */
    rows: { type: 'string', default: '100000' },
    calls: { type: 'string', default: 'dashboard-28-days,dashboard-year,search-mistyped' },
    rounds: { type: 'string', default: '5' },
  },
})
const binFolder = await findDebianPostgres()
if (binFolder === undefined)
  throw new StartupError('Install the PostgreSQL of Debian: apt-get install postgresql.')
const server = await startDebianPostgres(binFolder)
const dataDir = await mkdtemp(join(tmpdir(), 'storewright-jit-'))
try {
  const ownerUrl = await createDatabase(server.ownerUrl)
  const superuserUrl = ownerUrl.replace('//storewright:', '//postgres:')
  const sql = postgres(superuserUrl, { max: 1, onnotice: () => {} })
  const { appUrl } = await migrate(ownerUrl, { secretKey })
  const { personId } = await generateBenchData(sql, spreadRows(Number(values.rows), 1))
  console.log(`PostgreSQL ${server.version}, ${values.rows} products and orders in one store\n`)
  // No deadline ends a call early.
  const config = readConfig({
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    SECRET_KEY: secretKey,
    CALL_LIMIT_MS: '600000',
  })
  // A parameter of the connection has priority over the setting of the role.
  const buildAppWith = (setting: Setting) =>
    buildApp({ config, ownerUrl, appUrl: `${appUrl}?jit=${setting}`, runsJobs: false })
  const apps = { on: await buildAppWith('on'), off: await buildAppWith('off') }
  const session = await createOwnerSession({ ownerUrl, superuserUrl, personId })
  await measureCalls(apps, session, superuserUrl)
  for (const setting of settings) await apps[setting].close()
  await sql.end()
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function createDatabase(serverUrl: string): Promise<string> {
  const owner = postgres(serverUrl, { max: 1 })
  await owner`create database storewright`
  await owner.end()
  return Object.assign(new URL(serverUrl), { pathname: '/storewright' }).href
}

async function measureCalls(
  apps: Record<Setting, App>,
  session: Record<string, string>,
  superuserUrl: string,
) {
  const sample = await readSample({ superuserUrl })
  console.log('| call | jit = on | jit = off | ratio |\n| --- | --: | --: | --: |')
  for (const name of values.calls.split(',')) {
    const call = benchCalls.find(candidate => candidate.name === name)
    const targets = call?.createTargets(sample, superuserUrl)?.targets
    if (!call || !targets) throw new StartupError(`There is no call "${name}".`)
    let callNumber = 0
    const nextTarget = () =>
      typeof targets === 'function' ? targets() : targets[callNumber++ % targets.length]
    // The first call opens the connections.
    for (const setting of settings) await send(apps[setting], session, nextTarget())
    const durations: Record<Setting, number[]> = { on: [], off: [] }
    for (let round = 0; round < Number(values.rounds); round++)
      for (const setting of settings) {
        const target = nextTarget()
        durations[setting].push(await measureMs(() => send(apps[setting], session, target)))
      }
    const [on, off] = [median(durations.on), median(durations.off)]
    const ratio = (on / off).toFixed(1)
    console.log(`| ${call.title} | ${on.toFixed(0)} ms | ${off.toFixed(0)} ms | ${ratio} |`)
  }
}

async function send(app: App, session: Record<string, string>, target: CallTarget | undefined) {
  if (!target) throw new Error('The call has no requests.')
  const headers = { ...session, 'x-business-id': target.storeId }
  const reply = await app.inject({ url: target.path, headers })
  if (reply.statusCode !== 200)
    throw new Error(`${target.path} returned ${reply.statusCode}: ${reply.body}`)
}
