import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { mailInHost, mailInSecret } from '../e2e/deliver-mail.ts'
import { canaryMarker, getE2eDataDir, getLeaksFile } from '../e2e/e2e-data-dir.ts'
import { isProcessReady } from '../faults/lab/server-process.ts'
import { getRunningDatabaseUrl } from '../server/db/cluster/cluster-access.ts'
import { canary, insertCanary } from '../server/testing/db/test-canary.ts'
import { startFakeProviders } from '../server/testing/provider/start-fake-providers.ts'

// Starts Storewright as an operator would, with an empty data folder that is deleted at the end.
const port = process.env.E2E_PORT ?? '4317'
const dataDir = getE2eDataDir(port)
for (const path of [dataDir, getLeaksFile(port)]) await rm(path, { recursive: true, force: true })
const { DATABASE_URL: _, DATABASE_APP_URL: __, ...inherited } = process.env
const fakes = await startFakeProviders()
const server = spawn(
  process.execPath,
  ['--import', './scripts/check/watch-for-leaks.ts', 'dist/server/start.js'],
  {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // The machine also runs the browsers, so calls get more time. All requests come from one
    // address, so limits are higher.
    env: {
      CALL_LIMIT_MS: '120000',
      LIMIT_FACTOR: '100',
      // The carrier of a test listens on 127.0.0.1.
      WEBHOOKS_TO_ANYWHERE: 'true',
      MAIL_IN_HOST: mailInHost,
      MAIL_IN_SECRET: mailInSecret,
      ...inherited,
      ...fakes.env,
      PORT: port,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://localhost:${port}`,
      LEAKS_FILE: getLeaksFile(port),
    },
  },
)
const stop = () => server.kill('SIGTERM')
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const exited = once(server, 'exit')
await insertCanaryStore()
const [code] = await exited
await fakes.close()
for (const path of [dataDir, getLeaksFile(port)]) await rm(path, { recursive: true, force: true })
process.exit(code ?? 1)

/** Inserts a store without members. Its texts must not appear in any response. */
async function insertCanaryStore() {
  while (!(await isProcessReady(`http://127.0.0.1:${port}`)) && server.exitCode === null)
    await sleep(100)
  if (server.exitCode !== null) return
  const sql = postgres(getRunningDatabaseUrl(dataDir), { max: 1, onnotice: () => {} })
  await insertCanary(sql, canary)
  await sql.end()
  await appendFile(getLeaksFile(port), canaryMarker)
}
