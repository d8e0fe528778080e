import { type ChildProcess, execFileSync, type SpawnSyncOptions, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { chooseOsAccount } from '../server/db/cluster/cluster-account.ts'
import { waitForExit } from '../server/db/cluster/cluster-server.ts'
import { findFreePort } from '../server/db/cluster/find-free-port.ts'

const installFolder = '/usr/lib/postgresql'
const poolerPath = '/usr/sbin/pgbouncer'

type TemporaryServer = { port: number; stop: () => Promise<void> }
export type DebianPostgres = TemporaryServer & {
  /** The URL of a role like those of managed servers: it owns databases and is no superuser. */
  ownerUrl: string
  version: string
  /** The locale whose sort order the databases have. */
  locale: string
  startPooler: () => Promise<TemporaryServer>
}

export const hasPooler = () => existsSync(poolerPath)

/** Returns the folder of the newest PostgreSQL of the packages of Debian. */
export async function findDebianPostgres(): Promise<string | undefined> {
  const names = await readdir(installFolder).catch(() => [])
  const newest = names.toSorted((a, b) => Number(b) - Number(a))[0]
  return newest === undefined ? undefined : join(installFolder, newest, 'bin')
}

/**
 * Starts PostgreSQL in a temporary folder with the settings of its packages. Only the folder, the
 * port and the passwords differ.
 */
export async function startDebianPostgres(binFolder: string): Promise<DebianPostgres> {
  const folder = await createFolder()
  const password = randomBytes(18).toString('base64url')
  const passwordFile = join(folder, 'password')
  await writeOwnFile(passwordFile, `${password}\n`)
  const databaseFolder = join(folder, 'main')
  const { locale, flags } = chooseLocale()
  const runAsAccount = (name: string, args: string[]) =>
    execFileSync(join(binFolder, name), args, { ...accountOptions(), stdio: 'ignore' })
  // As pg_createcluster does. The packages use "peer" for local connections, which needs an account.
  runAsAccount('initdb', [
    `--pgdata=${databaseFolder}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...flags,
  ])
  const port = await findFreePort()
  const options = `-p ${port} -k "" -c listen_addresses=127.0.0.1`
  const logFile = join(folder, 'postgres.log')
  runAsAccount('pg_ctl', ['-D', databaseFolder, '-l', logFile, '-o', options, '-w', 'start'])
  const stop = async () => {
    runAsAccount('pg_ctl', ['-D', databaseFolder, '-m', 'immediate', '-w', 'stop'])
    await rm(folder, { recursive: true, force: true })
  }
  const adminUrl = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`
  const version = await createOwner(adminUrl, password)
  const ownerUrl = adminUrl.replace('//postgres:', '//storewright:')
  const startPooler = () => startTransactionPooler({ port, password })
  return { port, ownerUrl, version, locale, startPooler, stop }
}

const accountOptions = (): SpawnSyncOptions => ({ ...chooseOsAccount(''), cwd: '/' })

/** Creates a temporary folder for programs that run as the account of PostgreSQL. */
export async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-debian-'))
  await giveToAccount(folder)
  await chmod(folder, 0o700)
  return folder
}

async function giveToAccount(path: string): Promise<void> {
  const account = chooseOsAccount('')
  if (account) await chown(path, account.uid, account.gid)
}

async function writeOwnFile(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await giveToAccount(path)
}

/**
 * Returns the flags of initdb. The packages take the locale of the machine, which sorts by language.
 * Machines without one, such as containers, get the same order from ICU.
 */
export function chooseLocale(): { locale: string; flags: string[] } {
  const locales = execFileSync('locale', ['-a'], { encoding: 'utf8' }).split('\n')
  const locale = locales.find(name => /^[a-z]{2}_[A-Z]{2}\.utf-?8$/i.test(name))
  if (locale) return { locale, flags: [`--locale=${locale}`] }
  const flags = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=en-US']
  return { locale: 'en-US of ICU', flags }
}

export async function createOwner(adminUrl: string, password: string): Promise<string> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => {} })
  await sql.unsafe(`create role storewright login createdb createrole password '${password}'`)
  const [row] = await sql<
    { version: string }[]
  >`select current_setting('server_version') as version`
  await sql.end()
  return row?.version ?? ''
}

/** `start` starts it again on its port after `kill`. */
type TemporaryPooler = TemporaryServer & { start: () => Promise<void>; kill: () => Promise<void> }
type PooledServer = { port: number; password: string; poolSize?: number }

/** Starts PgBouncer in transaction mode. It looks up the password of each role in the database. */
export async function startTransactionPooler({
  port: databasePort,
  password,
  // Each test database has pools of its own, and PostgreSQL allows 100 connections in all.
  poolSize = 10,
}: PooledServer): Promise<TemporaryPooler> {
  const port = await findFreePort()
  const poolerFolder = await createFolder()
  const usersFile = join(poolerFolder, 'users.txt')
  await writeOwnFile(usersFile, `"postgres" "${password}"\n`)
  const settingsFile = join(poolerFolder, 'pgbouncer.ini')
  await writeOwnFile(
    settingsFile,
    [
      '[databases]',
      `* = host=127.0.0.1 port=${databasePort}`,
      '[pgbouncer]',
      'listen_addr = 127.0.0.1',
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'pool_mode = transaction',
      'auth_type = scram-sha-256',
      `auth_file = ${usersFile}`,
      'auth_user = postgres',
      // The processes of the tests open more than the default of 100.
      'max_client_conn = 1000',
      `default_pool_size = ${poolSize}`,
      // By default, clients get errors for 15 seconds after the database has started again.
      'server_login_retry = 1',
      // Tests drop their databases, which waits for the connections of the pooler.
      'server_idle_timeout = 1',
      `logfile = ${join(poolerFolder, 'pgbouncer.log')}`,
    ].join('\n'),
  )
  let pooler: ChildProcess
  const start = async () => {
    pooler = spawn(poolerPath, [settingsFile], {
      ...chooseOsAccount(''),
      cwd: '/',
      stdio: 'ignore',
    })
    await waitForPooler(port, password)
  }
  const kill = async () => {
    pooler.kill('SIGKILL')
    await waitForExit(pooler)
  }
  const stop = async () => {
    await kill()
    await rm(poolerFolder, { recursive: true, force: true })
  }
  await start()
  return { port, start, kill, stop }
}

async function waitForPooler(port: number, password: string, triesLeft = 50): Promise<void> {
  const url = `postgres://storewright:${password}@127.0.0.1:${port}/postgres`
  const sql = postgres(url, { max: 1, prepare: false, fetch_types: false })
  try {
    await sql`select 1`
  } catch (error) {
    if (triesLeft === 0) throw error
    await sleep(100)
    await waitForPooler(port, password, triesLeft - 1)
  } finally {
    await sql.end()
  }
}
