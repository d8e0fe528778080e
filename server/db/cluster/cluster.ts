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
import { join } from 'node:path'
import postgres from 'postgres'
import { StartupError } from '../../startup-error.ts'
import {
  type DatabaseAccess,
  formatDatabaseUrl,
  resolveAccess,
  saveAccess,
} from './cluster-access.ts'
import {
  changeOwner,
  chooseOsAccount,
  deleteFolder,
  findPostgresBinaries,
  runProgram,
} from './cluster-account.ts'
import { acquireDataLock } from './cluster-lock.ts'
import {
  type ClusterPaths,
  createPostgresSettings,
  spawnPostgres,
  stopOrphan,
  superviseServer,
  waitForExit,
} from './cluster-server.ts'
import { findFreePort } from './find-free-port.ts'

export interface Cluster {
  /** The connection URL of the role that owns the tables. */
  url: string
  stop: () => Promise<void>
}

interface ClusterOptions {
  /** False makes tests faster, but data is lost in a power failure. */
  isDurable?: boolean
}

/**
 * Starts the embedded PostgreSQL in `dataDir/postgres`, and creates it on the first call. It
 * listens only on 127.0.0.1.
 * @throws StartupError when the folder is in use, has another version or is not writable.
 */
export async function startCluster(
  dataDir: string,
  { isDurable = true }: ClusterOptions = {},
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
    if (!existsSync(databaseDir)) await initializeDatabase(paths, isDurable)
    const access = await resolveAccess(dataDir)
    const supervisor = await superviseServer(paths, () =>
      spawnPostgres(paths, createPostgresSettings(access, isDurable)),
    )
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
      `The data folder ${dataDir} cannot be created: ${error instanceof Error ? error.message : error}.`,
    )
  }
}

function verifyDataVersion({ databaseDir, dataDir, binaries }: ClusterPaths) {
  if (!existsSync(databaseDir)) return
  const text = readFileSync(join(databaseDir, 'PG_VERSION'), 'utf8').trim()
  const dataVersion = Number.parseInt(text, 10)
  if (dataVersion > binaries.major) {
    throw new StartupError(
      `The data folder ${dataDir} was created by a newer version of Storewright ` +
        `(PostgreSQL ${dataVersion} instead of ${binaries.major}). Update Storewright.`,
    )
  }
  if (dataVersion < binaries.major) {
    throw new StartupError(
      `The data folder ${dataDir} has the format of PostgreSQL ${dataVersion}, ` +
        `but this version of Storewright needs ${binaries.major}. Convert the data with pg_dump.`,
    )
  }
}

// Creates the database in another folder and renames it, so that an interrupted first start leaves
// no incomplete database.
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
    throw new StartupError(
      `The embedded database could not be created. See ${paths.logFile} for the reason.`,
    )
  saveAccess(dataDir, { port: await findFreePort(), password })
  renameSync(draftFolder, databaseDir)
}

// The tables belong to "storewright", which is not a superuser, as on a managed server.
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
    // CREATE ROLE takes no parameters. The password is base64url, so it needs no escaping.
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
