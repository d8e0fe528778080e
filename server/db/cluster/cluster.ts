import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { StartupError } from '../../startup-error.ts'
import {
  changeOwner,
  chooseOsAccount,
  deleteFolder,
  findPostgresBinaries,
  type OsAccount,
  type PostgresBinaries,
  runProgram,
} from './cluster-account.ts'
import { acquireDataLock, isProcessRunning } from './cluster-lock.ts'

export interface Cluster {
  /** Connection of the role that owns the tables. */
  url: string
  stop: () => Promise<void>
}

interface ClusterOptions {
  /** Only for tests: false gives up the safety of the data against a power cut, for speed. */
  isDurable?: boolean
}

interface ClusterPaths {
  dataDir: string
  databaseDir: string
  logFile: string
  account: OsAccount | undefined
  binaries: PostgresBinaries
}

interface DatabaseAccess {
  port: number
  password: string
}

/**
 * Starts the embedded PostgreSQL on `dataDir/postgres`, making it on the first call. It listens on 127.0.0.1 alone, on a
 * port of its own. Throws StartProblem when the folder is in use, of another version or not ours to write.
 */
export async function startCluster(
  dataDir: string,
  { isDurable: durable = true }: ClusterOptions = {},
): Promise<Cluster> {
  const databaseDir = join(dataDir, 'postgres')
  createDataFolder(dataDir)
  const release = acquireDataLock(dataDir)
  try {
    const account = chooseOsAccount(databaseDir)
    const paths = {
      dataDir,
      databaseDir,
      logFile: join(dataDir, 'postgres.log'),
      account,
      binaries: findPostgresBinaries(account),
    }
    verifyDataVersion(paths)
    if (existsSync(paths.logFile) && statSync(paths.logFile).size > 10_000_000)
      truncateSync(paths.logFile)
    await stopOrphan(databaseDir)
    if (!existsSync(databaseDir)) await initializeDatabase(paths, durable)
    const access = await resolveAccess(dataDir)
    const supervisor = await superviseServer(paths, () => spawnPostgres(paths, access, durable))
    const stop = async () => {
      await supervisor.stop()
      release()
    }
    try {
      await ensureOwnerRole(access)
    } catch (error) {
      await stop()
      throw error
    }
    return { url: formatDatabaseUrl(access, 'storewright', 'storewright'), stop }
  } catch (error) {
    release()
    throw error
  }
}

function createDataFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataDir} cannot be made: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

function verifyDataVersion({ databaseDir, dataDir, binaries }: ClusterPaths) {
  if (!existsSync(databaseDir)) return
  const text = readFileSync(join(databaseDir, 'PG_VERSION'), 'utf8').trim()
  const dataVersion = Number.parseInt(text, 10)
  if (dataVersion > binaries.major) {
    throw new StartupError(
      `The data folder ${dataDir} was made by a newer version of Storewright (PostgreSQL ${dataVersion}, this one has ${binaries.major}); update Storewright.`,
    )
  }
  if (dataVersion < binaries.major) {
    throw new StartupError(
      `The data folder ${dataDir} holds PostgreSQL ${dataVersion} and this Storewright has ${binaries.major}; carry the data over with pg_dump first.`,
    )
  }
}

// The database is made under another name and then renamed: a first start that was cut short leaves nothing half-made.
async function initializeDatabase(paths: ClusterPaths, isDurable: boolean) {
  const { dataDir, databaseDir, account } = paths
  const draftFolder = join(dataDir, 'postgres.new')
  const passwordFile = join(dataDir, 'postgres.new.password')
  deleteFolder(draftFolder)
  mkdirSync(draftFolder, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  changeOwner(account, draftFolder)
  changeOwner(account, passwordFile)
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  if (!isDurable) flags.push('--no-sync')
  const initdb = runProgram(
    'initdb',
    [draftFolder, passwordFile],
    ([folder, file]) => [`--pgdata=${folder}`, `--pwfile=${file}`, ...flags],
    paths,
  )
  const code = await waitForExit(initdb)
  rmSync(passwordFile, { force: true })
  if (code !== 0)
    throw new StartupError(`The embedded database could not be made; ${paths.logFile} tells why.`)
  saveAccess(dataDir, { port: await findFreePort(), password })
  renameSync(draftFolder, databaseDir)
}

const getAccessFile = (dataDir: string) => join(dataDir, 'postgres.json')

function saveAccess(dataDir: string, access: DatabaseAccess) {
  const draft = `${getAccessFile(dataDir)}.new`
  writeFileSync(draft, JSON.stringify(access), { mode: 0o600 })
  renameSync(draft, getAccessFile(dataDir))
}

/** Connection of the role that owns the tables to the database of `dataDir` that runs already. */
export function getRunningDatabaseUrl(dataDir: string): string {
  const access: DatabaseAccess = JSON.parse(readFileSync(getAccessFile(dataDir), 'utf8'))
  return formatDatabaseUrl(access, 'storewright', 'storewright')
}

/** The port of the last time, so that tools keep their settings; another one when somebody has taken it since. */
async function resolveAccess(dataDir: string): Promise<DatabaseAccess> {
  const savedAccess: DatabaseAccess = JSON.parse(readFileSync(getAccessFile(dataDir), 'utf8'))
  if (await isPortFree(savedAccess.port)) return savedAccess
  const access = { ...savedAccess, port: await findFreePort() }
  saveAccess(dataDir, access)
  return access
}

const isPortFree = (port: number) =>
  findFreePort(port).then(
    () => true,
    () => false,
  )

function findFreePort(requestedPort = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(requestedPort, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function spawnPostgres(
  paths: ClusterPaths,
  { port }: DatabaseAccess,
  isDurable: boolean,
): ChildProcess {
  const flags = Object.entries(createPostgresSettings(port, isDurable)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  return runProgram(
    'postgres',
    [paths.databaseDir],
    ([folder = '']) => ['-D', folder, ...flags],
    paths,
  )
}

async function waitUntilReady({ databaseDir, logFile }: ClusterPaths, server: ChildProcess) {
  const pidFile = join(databaseDir, 'postmaster.pid')
  let failed = false
  void waitForExit(server).then(() => (failed = true))
  // The eighth line of postmaster.pid turns to "ready" when connections are taken; pg_ctl waits for the same.
  for (let waited = 0; waited < 120_000 && !failed; waited += 15) {
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
    if (lines[0] === String(server.pid) && lines[7]?.trim() === 'ready') return
    await sleep(15)
  }
  server.kill('SIGQUIT')
  throw new StartupError(`The embedded database did not start; ${logFile} tells why.`)
}

function createPostgresSettings(port: number, isDurable: boolean) {
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 2 ** 20
  const sharedBuffers = Math.round(Math.min(Math.max(memory / 8, 64), 1024))
  const testSettings = {
    fsync: 'off',
    synchronous_commit: 'off',
    full_page_writes: 'off',
    autovacuum: 'off',
  }
  return {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Without the detail of a refused row, which may hold a password's hash.
    log_error_verbosity: 'terse',
    shared_buffers: `${sharedBuffers}MB`,
    effective_cache_size: `${Math.round(memory / 2)}MB`,
    max_wal_size: '2GB',
    random_page_cost: 1.1,
    // Compiling plans costs more than our short queries take.
    jit: 'off',
    ...(isDurable ? {} : testSettings),
  }
}

/** A killed server leaves its database behind, alive and without an owner: it is stopped cleanly before we start ours. */
export async function stopOrphan(databaseDir: string) {
  const pidFile = join(databaseDir, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  if (!(pid > 0) || !isProcessRunning(pid)) return
  if (!isPostgres(pid)) {
    // The number belongs to another program by now, and PostgreSQL would take that for a running server.
    rmSync(pidFile)
    return
  }
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 30_000 && isProcessRunning(pid); waited += 20) await sleep(20)
  if (isProcessRunning(pid))
    throw new StartupError(
      `The database of an earlier run (process ${pid}) does not stop; stop it by hand.`,
    )
}

function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]?.endsWith('/postgres') ?? false
}

// Requests and migrations run as "storewright", which is no superuser: a managed server would not give us one either.
async function ensureOwnerRole(access: DatabaseAccess) {
  const sql = postgres(formatDatabaseUrl(access, 'postgres', 'postgres'), {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connect_timeout: 10,
  })
  try {
    const [existingDatabase] = await sql`select 1 from pg_database where datname = 'storewright'`
    if (existingDatabase) return
    // The password has no characters that SQL would read, and CREATE ROLE takes no parameters.
    const [role] = await sql`select 1 from pg_roles where rolname = 'storewright'`
    if (!role)
      await sql.unsafe(
        `create role storewright login createdb createrole password '${access.password}'`,
      )
    await sql`create database storewright owner storewright`
  } finally {
    await sql.end()
  }
}

const formatDatabaseUrl = ({ port, password }: DatabaseAccess, user: string, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

/**
 * A database that ends on its own (killed, out of memory) is started again on the same port; its log has the recovery. It is
 * tried for as long as we run: on a full disk it cannot start until somebody makes room, and calls are refused clearly meanwhile.
 */
async function superviseServer(paths: ClusterPaths, spawnServer: () => ChildProcess) {
  let server = spawnServer()
  let isStopping = false
  await waitUntilReady(paths, server)
  const restart = async () => {
    for (let attempt = 1; !isStopping; attempt++) {
      // Its orphaned children need a moment to end before the data can be opened again.
      await sleep(Math.min(250 * attempt, 2000))
      if (isStopping) return
      server = spawnServer()
      const isReady = await waitUntilReady(paths, server).then(
        () => true,
        () => false,
      )
      if (isReady) return void server.once('exit', restart)
    }
  }
  server.once('exit', restart)
  // However this process ends, the database is told to end too; only kill -9 leaves an orphan.
  const onExit = () => server.kill('SIGINT')
  process.once('exit', onExit)
  const stop = async () => {
    isStopping = true
    await stopServer(server)
    process.off('exit', onExit)
  }
  return { stop }
}

/** Lets connections that are just being closed go first; what is open after that is rolled back. */
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

function waitForExit(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}
