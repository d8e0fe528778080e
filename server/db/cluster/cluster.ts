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
import { StartProblem } from '../../start-problem.ts'
import {
  type Account,
  type Binaries,
  chooseAccount,
  findBinaries,
  giveTo,
  removeFolder,
  runProgram,
} from './cluster-account.ts'
import { isRunning, takeLock } from './cluster-lock.ts'

export interface Cluster {
  /** Connection of the role that owns the tables. */
  url: string
  stop: () => Promise<void>
}

interface Options {
  /** Only for tests: false gives up the safety of the data against a power cut, for speed. */
  durable?: boolean
}

interface Place {
  dataDir: string
  databaseDir: string
  logFile: string
  account: Account | undefined
  binaries: Binaries
}

interface Access {
  port: number
  password: string
}

/**
 * Starts the embedded PostgreSQL on `dataDir/postgres`, making it on the first call. It listens on 127.0.0.1 alone, on a
 * port of its own. Throws StartProblem when the folder is in use, of another version or not ours to write.
 */
export async function startCluster(
  dataDir: string,
  { durable = true }: Options = {},
): Promise<Cluster> {
  const databaseDir = join(dataDir, 'postgres')
  makeFolder(dataDir)
  const release = takeLock(dataDir)
  try {
    const account = chooseAccount(databaseDir)
    const place = {
      dataDir,
      databaseDir,
      logFile: join(dataDir, 'postgres.log'),
      account,
      binaries: findBinaries(account),
    }
    checkVersion(place)
    if (existsSync(place.logFile) && statSync(place.logFile).size > 10_000_000)
      truncateSync(place.logFile)
    await stopOrphan(databaseDir)
    if (!existsSync(databaseDir)) await initialise(place, durable)
    const access = await chooseAccess(dataDir)
    const keeper = await keepAlive(place, () => launch(place, access, durable))
    const stop = async () => {
      await keeper.stop()
      release()
    }
    try {
      await ensureOwner(access)
    } catch (error) {
      await stop()
      throw error
    }
    return { url: urlOf(access, 'storewright', 'storewright'), stop }
  } catch (error) {
    release()
    throw error
  }
}

function makeFolder(dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw new StartProblem(
      `The data folder ${dataDir} cannot be made: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

function checkVersion({ databaseDir, dataDir, binaries }: Place) {
  if (!existsSync(databaseDir)) return
  const text = readFileSync(join(databaseDir, 'PG_VERSION'), 'utf8').trim()
  const made = Number.parseInt(text, 10)
  if (made > binaries.major) {
    throw new StartProblem(
      `The data folder ${dataDir} was made by a newer version of Storewright (PostgreSQL ${made}, this one has ${binaries.major}); update Storewright.`,
    )
  }
  if (made < binaries.major) {
    throw new StartProblem(
      `The data folder ${dataDir} holds PostgreSQL ${made} and this Storewright has ${binaries.major}; carry the data over with pg_dump first.`,
    )
  }
}

// The database is made under another name and then renamed: a first start that was cut short leaves nothing half-made.
async function initialise(place: Place, durable: boolean) {
  const { dataDir, databaseDir, account } = place
  const draft = join(dataDir, 'postgres.new')
  const passwordFile = join(dataDir, 'postgres.new.password')
  removeFolder(draft)
  mkdirSync(draft, { mode: 0o700 })
  const password = randomBytes(24).toString('base64url')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  giveTo(account, draft)
  giveTo(account, passwordFile)
  const flags = [
    '--username=postgres',
    '--auth=scram-sha-256',
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ]
  if (!durable) flags.push('--no-sync')
  const initdb = runProgram(
    'initdb',
    [draft, passwordFile],
    ([folder, file]) => [`--pgdata=${folder}`, `--pwfile=${file}`, ...flags],
    place,
  )
  const code = await ended(initdb)
  rmSync(passwordFile, { force: true })
  if (code !== 0)
    throw new StartProblem(`The embedded database could not be made; ${place.logFile} tells why.`)
  writeAccess(dataDir, { port: await freePort(), password })
  renameSync(draft, databaseDir)
}

const accessFile = (dataDir: string) => join(dataDir, 'postgres.json')

function writeAccess(dataDir: string, access: Access) {
  const draft = `${accessFile(dataDir)}.new`
  writeFileSync(draft, JSON.stringify(access), { mode: 0o600 })
  renameSync(draft, accessFile(dataDir))
}

/** Connection of the role that owns the tables to the database of `dataDir` that runs already. */
export function runningUrl(dataDir: string): string {
  const access: Access = JSON.parse(readFileSync(accessFile(dataDir), 'utf8'))
  return urlOf(access, 'storewright', 'storewright')
}

/** The port of the last time, so that tools keep their settings; another one when somebody has taken it since. */
async function chooseAccess(dataDir: string): Promise<Access> {
  const kept: Access = JSON.parse(readFileSync(accessFile(dataDir), 'utf8'))
  if (await isFree(kept.port)) return kept
  const access = { ...kept, port: await freePort() }
  writeAccess(dataDir, access)
  return access
}

const isFree = (port: number) =>
  freePort(port).then(
    () => true,
    () => false,
  )

function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

function launch(place: Place, { port }: Access, durable: boolean): ChildProcess {
  const flags = Object.entries(settings(port, durable)).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  return runProgram(
    'postgres',
    [place.databaseDir],
    ([folder = '']) => ['-D', folder, ...flags],
    place,
  )
}

async function waitUntilReady({ databaseDir, logFile }: Place, server: ChildProcess) {
  const pidFile = join(databaseDir, 'postmaster.pid')
  let failed = false
  void ended(server).then(() => (failed = true))
  // The eighth line of postmaster.pid turns to "ready" when connections are taken; pg_ctl waits for the same.
  for (let waited = 0; waited < 120_000 && !failed; waited += 15) {
    const lines = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n') : []
    if (lines[0] === String(server.pid) && lines[7]?.trim() === 'ready') return
    await sleep(15)
  }
  server.kill('SIGQUIT')
  throw new StartProblem(`The embedded database did not start; ${logFile} tells why.`)
}

function settings(port: number, durable: boolean) {
  const memory = Math.min(totalmem(), process.constrainedMemory() || totalmem()) / 2 ** 20
  const sharedBuffers = Math.round(Math.min(Math.max(memory / 8, 64), 1024))
  const unsafe = {
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
    ...(durable ? {} : unsafe),
  }
}

/** A killed server leaves its database behind, alive and without an owner: it is stopped cleanly before we start ours. */
export async function stopOrphan(databaseDir: string) {
  const pidFile = join(databaseDir, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number.parseInt(readFileSync(pidFile, 'utf8'), 10)
  if (!(pid > 0) || !isRunning(pid)) return
  if (!isPostgres(pid)) {
    // The number belongs to another program by now, and PostgreSQL would take that for a running server.
    rmSync(pidFile)
    return
  }
  process.kill(pid, 'SIGINT')
  for (let waited = 0; waited < 30_000 && isRunning(pid); waited += 20) await sleep(20)
  if (isRunning(pid))
    throw new StartProblem(
      `The database of an earlier run (process ${pid}) does not stop; stop it by hand.`,
    )
}

function isPostgres(pid: number): boolean {
  if (process.platform !== 'linux') return true
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]?.endsWith('/postgres') ?? false
}

// Requests and migrations run as "storewright", which is no superuser: a managed server would not give us one either.
async function ensureOwner(access: Access) {
  const sql = postgres(urlOf(access, 'postgres', 'postgres'), {
    max: 1,
    fetch_types: false,
    onnotice: () => {},
    connect_timeout: 10,
  })
  try {
    const [found] = await sql`select 1 from pg_database where datname = 'storewright'`
    if (found) return
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

const urlOf = ({ port, password }: Access, user: string, database: string) =>
  `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

/**
 * A database that ends on its own (killed, out of memory) is started again on the same port; its log has the recovery. It is
 * tried for as long as we run: on a full disk it cannot start until somebody makes room, and calls are refused clearly meanwhile.
 */
async function keepAlive(place: Place, spawnServer: () => ChildProcess) {
  let server = spawnServer()
  let isStopping = false
  await waitUntilReady(place, server)
  const revive = async () => {
    for (let attempt = 1; !isStopping; attempt++) {
      // Its orphaned children need a moment to end before the data can be opened again.
      await sleep(Math.min(250 * attempt, 2000))
      if (isStopping) return
      server = spawnServer()
      const isReady = await waitUntilReady(place, server).then(
        () => true,
        () => false,
      )
      if (isReady) return void server.once('exit', revive)
    }
  }
  server.once('exit', revive)
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
  const end = ended(server)
  for (const [signal, patienceMs] of [
    ['SIGTERM', 1000],
    ['SIGINT', 20_000],
    ['SIGQUIT', 10_000],
  ] as const) {
    server.kill(signal)
    if ((await Promise.race([end, sleep(patienceMs, 'late', { ref: false })])) !== 'late') return
  }
}

function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
}
