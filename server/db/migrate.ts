import { Logger, runMigrations } from 'graphile-worker'
import type { RunInTransaction } from '../lib/db/db.ts'
import { type AppliedMigration, baseline } from '../lib/db/own-migrations.ts'
import { openConnection, type PooledConnection, type Sql } from '../lib/db/pool.ts'
import { readSqlFiles, type SqlFile, type SqlFolders, sqlFolders } from '../lib/db/sql-file.ts'
import { resolvePrimaryUrl } from '../lib/primary/open-client.ts'
import { StartupError } from '../startup-error.ts'
import { adoptDatabase } from './adopt-database.ts'
import { ensureAppRole } from './app-role.ts'
import { allowBackup } from './backup/backup-policy.ts'
import { lockTimeout, retryWhileLocked } from './backup/retry-while-locked.ts'
import { explainConnectionError } from './cluster/explain-connection-error.ts'
import { createSchema } from './create-schema.ts'
import { applyChangedFunctions } from './sql-function.ts'

interface MigrateOptions {
  /** Other folders than those of this code, for tests. */
  folders?: Partial<SqlFolders>
  /** True when DATABASE_APP_URL names the role that serves requests, so that none is created. */
  hasOwnAppRole?: boolean
  /** The key that encrypts the installation's secret. */
  secretKey?: string | undefined
}

const minServerVersion = 15

/**
 * Creates the tables of an empty database, or applies missing migrations; then applies changed
 * functions. Returns the connection URL of the role that serves requests. Any number of processes
 * can call it at the same time.
 * @throws StartupError when the database cannot be used.
 */
export async function migrate(
  ownerUrl: string,
  { folders, hasOwnAppRole = false, secretKey }: MigrateOptions = {},
): Promise<{ appUrl: string }> {
  const allFolders = { ...sqlFolders, ...folders }
  const migrations = await readSqlFiles(allFolders.migrations)
  const connectionSlot = await openConnection({ url: ownerUrl, prepare: false }).catch(error => {
    throw explainConnectionError(error, ownerUrl)
  })
  try {
    const sql = connectionSlot.connection
    await verifyServerVersion(sql)
    // First, because add_job() uses its tables.
    await runMigrations({
      connectionString: await resolvePrimaryUrl(ownerUrl),
      noPreparedStatements: true,
      logger: new Logger(() => () => {}),
    })
    const runWithSlot: RunInTransaction = callback => runInTransaction(connectionSlot, callback)
    await applyMissingMigrations(sql, runWithSlot, migrations, allFolders)
    await applyChangedFunctions(sql, allFolders.functions, runWithSlot)
    await allowBackup(sql, runWithSlot)
    return {
      appUrl: hasOwnAppRole ? ownerUrl : await ensureAppRole(sql, runWithSlot, ownerUrl, secretKey),
    }
  } finally {
    // Released first, because close() waits for it.
    if (!connectionSlot.isLost) connectionSlot.connection.release()
    await connectionSlot.close()
  }
}

/** Runs the callback in one transaction. Fails immediately when the connection is lost. */
async function runInTransaction<T>(
  slot: PooledConnection,
  callback: (tx: Sql) => Promise<T>,
): Promise<T> {
  const { connection, failWhenLost: guard } = slot
  try {
    await guard(connection`begin`)
    const result = await guard(callback(connection))
    await guard(connection`commit`)
    return result
  } catch (error) {
    if (!slot.isLost) await connection`rollback`.catch(() => {})
    throw error
  }
}

async function verifyServerVersion(sql: Sql) {
  const version = await sql<
    { number: number }[]
  >`select current_setting('server_version_num')::int as number`
  const major = Math.floor((version[0]?.number ?? 0) / 10_000)
  if (major < minServerVersion)
    throw new StartupError(
      `Storewright needs PostgreSQL ${minServerVersion} or newer; the server of DATABASE_URL is PostgreSQL ${major}.`,
    )
}

async function applyMissingMigrations(
  sql: Sql,
  runInTransaction: RunInTransaction,
  migrations: SqlFile[],
  folders: SqlFolders,
) {
  if (await areMigrationsApplied(sql, migrations)) return
  await retryWhileLocked(() => runInTransaction(tx => ensureBaseline(tx, migrations, folders)))
  for (const migration of migrations)
    await retryWhileLocked(() => runInTransaction(tx => applyMigration(tx, migration, migrations)))
}

async function areMigrationsApplied(sql: Sql, migrations: SqlFile[]): Promise<boolean> {
  const [tableCheck] = await sql`select to_regclass('public.migration') as name`
  if (!tableCheck?.name) return false
  const applied = await listApplied(sql)
  return hasBaseline(applied) && listMissing(applied, migrations).length === 0
}

const listApplied = (sql: Sql) =>
  sql<AppliedMigration[]>`select name, sha256 from public.migration order by name`
const hasBaseline = (applied: readonly AppliedMigration[]) =>
  applied.some(({ name }) => name === baseline.name)

/** @throws StartupError when a migration of another version was applied. */
function listMissing(applied: readonly AppliedMigration[], migrations: SqlFile[]): SqlFile[] {
  const ownHashes = new Map([baseline, ...migrations].map(({ name, sha256 }) => [name, sha256]))
  for (const { name, sha256 } of applied) {
    const ownHash = ownHashes.get(name)
    if (ownHash === undefined)
      throw new StartupError(
        `The data belongs to a newer version of Storewright (it has the migration ${name}). Update Storewright.`,
      )
    if (ownHash !== sha256)
      throw new StartupError(
        `The migration ${name} was changed after it was applied to this database. Restore its original file.`,
      )
  }
  return migrations.filter(({ name }) => !applied.some(other => other.name === name))
}

/** Creates the tables of an empty database, or adopts those of the version before the baseline. */
async function ensureBaseline(tx: Sql, migrations: SqlFile[], folders: SqlFolders) {
  await lockMigrations(tx)
  await tx`
    create table if not exists public.migration (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  const applied = await listApplied(tx)
  if (hasBaseline(applied)) return
  if (applied.length > 0) {
    await adoptDatabase(tx, applied)
    await recordMigration(tx, baseline)
    return
  }
  await createSchema(tx, folders)
  // The schema contains their changes already.
  for (const migration of [baseline, ...migrations]) await recordMigration(tx, migration)
}

async function applyMigration(tx: Sql, migration: SqlFile, migrations: SqlFile[]) {
  await lockMigrations(tx)
  const missingMigrations = listMissing(await listApplied(tx), migrations)
  if (!missingMigrations.includes(migration)) return
  await tx
    .unsafe(migration.text)
    .simple()
    .catch(error => {
      throw new Error(`The migration ${migration.name} failed: ${error.message}`, { cause: error })
    })
  await recordMigration(tx, migration)
}

// Locks for the transaction, because a session lock would be lost behind a transaction pooler.
async function lockMigrations(tx: Sql) {
  await tx`select pg_advisory_xact_lock(hashtext('storewright migration'))`
  // The connection check makes the server roll back within seconds when this process is killed.
  await tx`
    select set_config('lock_timeout', ${lockTimeout}, true),
      set_config('statement_timeout', '0', true),
      set_config('client_connection_check_interval', '2s', true)`
}

const recordMigration = (tx: Sql, { name, sha256 }: AppliedMigration) =>
  tx`insert into public.migration (name, sha256) values (${name}, ${sha256})`
