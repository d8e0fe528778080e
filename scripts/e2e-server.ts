import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { e2eDataDir } from '../e2e/e2e-data-dir.ts'

// Storewright as a person would start it, on an empty data folder that is thrown away afterwards.
const port = process.env.E2E_PORT ?? '4317'
const dataDir = e2eDataDir(port)
await rm(dataDir, { recursive: true, force: true })
const { DATABASE_URL: _, DATABASE_APP_URL: __, ...inherited } = process.env
const server = spawn(process.execPath, ['server/start.ts'], {
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  // A machine that runs browsers and databases at once is slow; that is not what the journeys are about; they come from one address,
  // and more often than people do.
  env: { CALL_LIMIT_MS: '30000', LIMIT_FACTOR: '100', ...inherited, PORT: port, HOST: '127.0.0.1', DATA_DIR: dataDir, PUBLIC_URL: `http://localhost:${port}` },
})
const stop = () => server.kill('SIGTERM')
process.on('SIGTERM', stop)
process.on('SIGINT', stop)

const [code] = await once(server, 'exit')
await rm(dataDir, { recursive: true, force: true })
process.exit(code ?? 1)
