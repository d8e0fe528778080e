import type { ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartupError } from '../../startup-error.ts'
import type { DatabaseAccess } from './cluster-access.ts'
import { type OsAccount, type PostgresBinaries, runProgram } from './cluster-account.ts'
import { isProcessRunning } from './cluster-lock.ts'

export interface ClusterPaths {
  dataDir: string
  databaseDir: string
  logFile: string
  account: OsAccount | undefined
  binaries: PostgresBinaries
}

/** Starts PostgreSQL on local connections only, with these settings instead of those in its files. */
export function spawnPostgres(
  { databaseDir, ...program }: Omit<ClusterPaths, 'dataDir'>,
  settings: Record<string, string | number>,
): ChildProcess {
  const flags = Object.entries({
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return runProgram('postgres', [databaseDir], ([folder = '']) => ['-D', folder, ...flags], program)
}

export async function waitForPostgres(
  { databaseDir, logFile }: Pick<ClusterPaths, 'databaseDir' | 'logFile'>,
  server: ChildProcess,
) {
  const pidFile = join(databaseDir, 'postmaster.pid')
  let hasExited = false
  void waitForExit(server).then(() => {
    hasExited = true
  })
  // As in pg_ctl: the eighth line of postmaster.pid is "ready" when the server accepts connections.
  for (let waitedMs = 0; waitedMs < 120_000 && !hasExited; waitedMs += 15) {
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
    if (lines[0] === String(server.pid) && lines[7]?.trim() === 'ready') return
    await sleep(15)
  }
  server.kill('SIGQUIT')
  throw new StartupError(`The embedded database did not start. See ${logFile} for the reason.`)
}

export function createPostgresSettings(
  { port }: DatabaseAccess,
  isDurable: boolean,
): Record<string, string | number> {
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 2 ** 20
  const sharedBuffers = Math.round(Math.min(Math.max(memory / 8, 64), 1024))
  const testSettings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
    // Tests open thousands of connections. Each hashes the password on both sides.
    scram_iterations: 1,
    // Otherwise each connection plans a statement six times, and a test executes most of its statements
    // less often. Planning takes a quarter of the time of the database. `npm run test:postgres` uses
    // the default.
    plan_cache_mode: 'force_generic_plan',
  }
  return {
    port,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // The details of a rejected row are not logged, because they can contain a password hash.
    log_error_verbosity: 'terse',
    shared_buffers: `${sharedBuffers}MB`,
    effective_cache_size: `${Math.round(memory / 2)}MB`,
    max_wal_size: '2GB',
    random_page_cost: 1.1,
    // Compiling a plan takes longer than these short queries.
    jit: 'off',
    ...(isDurable ? {} : testSettings),
  }
}

/** Stops the database that a killed server left running, so that a new one can start. */
export async function stopOrphan(databaseDir: string) {
  const pidFile = join(databaseDir, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  if (!(pid > 0) || !isProcessRunning(pid)) return
  if (!isPostgres(pid)) {
    // Another program has this process id now, which PostgreSQL would treat as a running server.
    rmSync(pidFile)
    return
  }
  process.kill(pid, 'SIGINT')
  for (let waitedMs = 0; waitedMs < 30_000 && isProcessRunning(pid); waitedMs += 20) await sleep(20)
  if (isProcessRunning(pid))
    throw new StartupError(
      `The database of an earlier run (process ${pid}) does not stop. Stop the process manually.`,
    )
}

function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]?.endsWith('/postgres') ?? false
}

/**
 * Starts the database and restarts it on the same port when it exits unexpectedly, for example out
 * of memory. Retries without limit: on a full disk the database cannot start until the operator
 * frees space.
 */
export async function superviseServer(paths: ClusterPaths, spawnServer: () => ChildProcess) {
  let server = spawnServer()
  let isStopping = false
  await waitForPostgres(paths, server)
  const restart = async () => {
    for (let attempt = 1; !isStopping; attempt++) {
      // The child processes of the old server must end before the data can be opened again.
      await sleep(Math.min(250 * attempt, 2000))
      if (isStopping) return
      server = spawnServer()
      const isReady = await waitForPostgres(paths, server).then(
        () => true,
        () => false,
      )
      if (isReady) return void server.once('exit', restart)
    }
  }
  server.once('exit', restart)
  // Only SIGKILL of this process leaves the database running.
  const onExit = () => server.kill('SIGINT')
  process.once('exit', onExit)
  const stop = async () => {
    isStopping = true
    await stopServer(server)
    process.off('exit', onExit)
  }
  return { stop }
}

/** Waits briefly for open connections to close, then ends them. */
async function stopServer(server: ChildProcess) {
  const exitPromise = waitForExit(server)
  for (const [signal, timeoutMs] of [
    ['SIGTERM', 1000],
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    server.kill(signal)
    if ((await Promise.race([exitPromise, sleep(timeoutMs, 'late', { ref: false })])) !== 'late')
      return
  }
}

export function waitForExit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}
