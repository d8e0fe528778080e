import { rm } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startCluster } from '../server/db/cluster/cluster.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { measureIsolationCost } from './isolation-cost.ts'
import { sendHostileRequests } from './load/hostile-load.ts'
import {
  measureGuessLimit,
  measureHashes,
  measureLogins,
  measureRejections,
  measureTimingLeaks,
} from './load/login-load.ts'
import { measureSlowSockets } from './load/slow-sockets.ts'

const { values } = parseArgs({
  options: {
    /** Number of generated requests. */
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    only: { type: 'string', default: 'hash,isolation,login,timing,guess,rejection,slow,hostile' },
  },
})
const selectedParts = new Set(values.only.split(','))
const folder = join(tmpdir(), `storewright-security-${process.pid}`)

const cleanups: (() => Promise<unknown>)[] = []
async function start(env: Record<string, string>): Promise<BenchServer> {
  const server = await startBenchServer(env)
  cleanups.unshift(server.stop)
  return server
}

try {
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}\n`)
  if (selectedParts.has('hash')) await measureHashes()
  const cluster = await startCluster(folder)
  cleanups.unshift(cluster.stop)
  const env = { DATABASE_URL: cluster.url, DATA_DIR: join(folder, 'files') }
  const limitedServers = [await start(env), await start(env)] as const
  const unlimitedServer = await start({
    ...env,
    LIMIT_FACTOR: '100000',
    // A busy machine is slow. The fault `bounded-waits` tests the limit itself.
    CALL_LIMIT_MS: '30000',
  })
  // First, because it fills an empty database.
  if (selectedParts.has('isolation')) await measureIsolationCost(cluster.url)
  if (selectedParts.has('login')) await measureLogins(unlimitedServer)
  if (selectedParts.has('timing')) await measureTimingLeaks(unlimitedServer)
  if (selectedParts.has('guess')) await measureGuessLimit(limitedServers)
  if (selectedParts.has('rejection')) await measureRejections(limitedServers[0])
  if (selectedParts.has('slow')) await measureSlowSockets(limitedServers[0])
  if (selectedParts.has('hostile'))
    await sendHostileRequests(unlimitedServer, Number(values.requests), Number(values.seed))
} finally {
  for (const stop of cleanups) await stop().catch(error => console.error(error))
  await rm(folder, { recursive: true, force: true })
}
