import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Cluster, startCluster } from '../server/db/cluster/cluster.ts'
import {
  formatDatabaseUrl,
  resolveAccess,
  saveAccess,
} from '../server/db/cluster/cluster-access.ts'
import { changeOwner, chooseOsAccount, runProgram } from '../server/db/cluster/cluster-account.ts'
import {
  type ClusterPaths,
  spawnPostgres,
  superviseServer,
  waitForExit,
} from '../server/db/cluster/cluster-server.ts'
import { findFreePort } from '../server/db/cluster/find-free-port.ts'
import { openClient } from '../server/lib/primary/open-client.ts'
import { StartupError } from '../server/startup-error.ts'
import {
  chooseLocale,
  createOwner,
  findDebianPostgres,
  hasPooler,
  startTransactionPooler,
} from './debian-postgres.ts'

/** The servers on which faults and benchmarks run, with `--postgres`. */
const postgresKinds = ['embedded', 'debian', 'pgbouncer'] as const
export type PostgresKind = (typeof postgresKinds)[number]

/** @throws StartupError when the kind is unknown or its packages are missing */
export async function parsePostgresKind(text: string): Promise<PostgresKind> {
  const kind = postgresKinds.find(name => name === text)
  if (!kind) throw new StartupError(`--postgres must be one of ${postgresKinds.join(', ')}.`)
  if (kind !== 'embedded' && (await findDebianPostgres()) === undefined)
    throw new StartupError('Install the PostgreSQL of Debian: apt-get install postgresql.')
  if (kind === 'pgbouncer' && !hasPooler())
    throw new StartupError('Install PgBouncer: apt-get install pgbouncer.')
  return kind
}

/** Starts PgBouncer in front of a database, and returns the variables of servers that use it. */
export async function startPoolerOf(ownerUrl: string) {
  const { port, password } = new URL(ownerUrl)
  // Two processes with ten connections of each role, of the hundred that PostgreSQL allows.
  const pooler = await startTransactionPooler({ port: Number(port), password, poolSize: 30 })
  const url = Object.assign(new URL(ownerUrl), { port: pooler.port })
  return { ...pooler, env: { DATABASE_URL: url.href, DATABASE_PREPARE: 'false' } }
}

/** Starts the embedded PostgreSQL or that of Debian, in `dataDir/postgres`. */
export const startClusterOf = (kind: PostgresKind, dataDir: string): Promise<Cluster> =>
  kind === 'embedded' ? startCluster(dataDir) : startDebianCluster(dataDir)

/**
 * Starts the PostgreSQL of Debian in `dataDir/postgres` like `startCluster`, but with the default
 * settings of its packages and `settings`.
 */
export async function startDebianCluster(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const databaseDir = join(dataDir, 'postgres')
  const paths: ClusterPaths = {
    dataDir,
    databaseDir,
    logFile: join(dataDir, 'postgres.log'),
    account: chooseOsAccount(databaseDir),
    binaries: await findDebianBinaries(),
  }
  const isNew = !existsSync(databaseDir)
  if (isNew) await initializeDatabase(paths)
  const access = await resolveAccess(dataDir)
  const supervisor = await superviseServer(paths, () =>
    spawnPostgres(paths, { port: access.port, ...settings }),
  )
  const url = formatDatabaseUrl(access, 'storewright', 'storewright')
  if (isNew) {
    const adminUrl = formatDatabaseUrl(access, 'postgres', 'postgres')
    await createOwner(adminUrl, access.password)
    const sql = openClient(adminUrl, { max: 1 })
    await sql`create database storewright owner storewright`
    await sql.end()
  }
  return { url, stop: supervisor.stop }
}

/** Returns the programs of the newest PostgreSQL of Debian. */
export async function findDebianBinaries(): Promise<ClusterPaths['binaries']> {
  const folder = await findDebianPostgres()
  if (folder === undefined) throw new StartupError('The PostgreSQL of Debian is missing.')
  return { folder, major: Number(basename(dirname(folder))) }
}

async function initializeDatabase(paths: ClusterPaths): Promise<void> {
  const { dataDir, databaseDir, account } = paths
  mkdirSync(dataDir, { recursive: true })
  const password = randomBytes(24).toString('base64url')
  const passwordFile = join(dataDir, 'postgres.password')
  writeFileSync(passwordFile, password, { mode: 0o600 })
  mkdirSync(databaseDir, { mode: 0o700 })
  for (const path of [databaseDir, passwordFile]) changeOwner(account, path)
  const initdb = runProgram(
    'initdb',
    [databaseDir, passwordFile],
    ([folder, file]) => [
      `--pgdata=${folder}`,
      `--pwfile=${file}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      ...chooseLocale().flags,
    ],
    paths,
  )
  const code = await waitForExit(initdb)
  rmSync(passwordFile)
  if (code !== 0) throw new StartupError(`PostgreSQL was not created. See ${paths.logFile}.`)
  saveAccess(dataDir, { port: await findFreePort(), password })
}
