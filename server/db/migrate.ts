import { createHash, createHmac } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import type { RunInTransaction } from '../lib/db/db.ts'
import { openConnection, type PooledConnection, type Sql } from '../lib/db/pool.ts'
import { loadInstallation } from '../lib/security/installation.ts'
import { StartupError } from '../startup-error.ts'
import { allowBackup } from './backup/backup-policy.ts'
import { lockTimeout, retryWhileLocked } from './backup/retry-while-locked.ts'
import { explainConnectionError } from './cluster/explain-connection-error.ts'
import { applyChangedFunctions, functionsFolder as ownFunctionsFolder } from './sql-function.ts'

interface Migration {
  name: string
  text: string
  sha256: string
}

interface MigrateOptions {
  /** Another folder of migrations, for tests. */
  folder?: string
  /** Another folder of function files, for tests. */
  functionsFolder?: string
  /** True when DATABASE_APP_URL names the role that serves requests, so that none is created. */
  hasOwnAppRole?: boolean
  /** The key that encrypts the installation's secret. */
  secretKey?: string | undefined
}

const minServerVersion = 15
const migrationsFolder = join(import.meta.dirname, 'migrations')

/**
 * Applies missing migrations and changed functions, and returns the connection URL of the role that
 * serves requests. Any number of processes can call it at the same time.
 * @throws StartupError when the database cannot be used.
 */
export async function migrate(
  ownerUrl: string,
  {
    folder = migrationsFolder,
    functionsFolder = ownFunctionsFolder,
    hasOwnAppRole = false,
    secretKey,
  }: MigrateOptions = {},
): Promise<{ appUrl: string }> {
  const migrations = await readMigrations(folder)
  const connectionSlot = await openConnection({ url: ownerUrl, prepare: false }).catch(error => {
    throw explainConnectionError(error, ownerUrl)
  })
  try {
    await verifyServerVersion(connectionSlot.connection)
    // First, because add_job() uses its tables.
    await runMigrations({
      connectionString: ownerUrl,
      noPreparedStatements: true,
      logger: new Logger(() => () => {}),
    })
    await applyMissingMigrations(connectionSlot, migrations)
    const runWithSlot: RunInTransaction = callback => runInTransaction(connectionSlot, callback)
    await applyChangedFunctions(connectionSlot.connection, functionsFolder, runWithSlot)
    await allowBackup(connectionSlot.connection, runWithSlot)
    return {
      appUrl: hasOwnAppRole ? ownerUrl : await ensureAppRole(connectionSlot, ownerUrl, secretKey),
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

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => name.endsWith('.sql')).toSorted()
  return Promise.all(
    names.map(async name => {
      // A checkout with CRLF line ends is the same migration.
      const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return {
        name: name.replace(/\.sql$/, ''),
        text,
        sha256: createHash('sha256').update(text).digest('hex'),
      }
    }),
  )
}

/** Returns the migrations of this code, each with its hash. */
export const listOwnMigrations = async () =>
  (await readMigrations(migrationsFolder)).map(({ name, sha256 }) => `${name} ${sha256}`)

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

async function applyMissingMigrations(slot: PooledConnection, migrations: Migration[]) {
  if (await areMigrationsApplied(slot.connection, migrations)) return
  for (const migration of migrations)
    await retryWhileLocked(() =>
      runInTransaction(slot, tx => applyMigration(tx, migration, migrations)),
    )
}

async function areMigrationsApplied(sql: Sql, migrations: Migration[]): Promise<boolean> {
  const [tableCheck] = await sql`select to_regclass('public.migration') as name`
  if (!tableCheck?.name) return false
  return countAppliedMigrations(await listApplied(sql), migrations) === migrations.length
}

const listApplied = (sql: Sql) =>
  sql<{ name: string; sha256: string }[]>`select name, sha256 from public.migration order by name`

function countAppliedMigrations(
  applied: readonly { name: string; sha256: string }[],
  migrations: Migration[],
): number {
  for (const { name, sha256 } of applied) {
    const ownMigration = migrations.find(migration => migration.name === name)
    if (!ownMigration)
      throw new StartupError(
        `The data belongs to a newer version of Storewright (it has the migration ${name}). Update Storewright.`,
      )
    if (ownMigration.sha256 !== sha256)
      throw new StartupError(
        `The migration ${name} was changed after it was applied to this database. Restore its original file.`,
      )
  }
  return applied.length
}

// Locks for the transaction, because a session lock would be lost behind a transaction pooler.
async function applyMigration(tx: Sql, migration: Migration, migrations: Migration[]) {
  await tx`select pg_advisory_xact_lock(hashtext('storewright migration'))`
  await tx`
    create table if not exists public.migration (
      name text primary key, sha256 text not null, applied_at timestamptz not null default now())`
  const applied = await listApplied(tx)
  countAppliedMigrations(applied, migrations)
  if (applied.some(({ name }) => name === migration.name)) return
  // The connection check makes the server roll back within seconds when this process is killed.
  await tx`
    select set_config('lock_timeout', ${lockTimeout}, true),
      set_config('statement_timeout', '0', true),
      set_config('client_connection_check_interval', '2s', true)`
  await tx
    .unsafe(migration.text)
    .simple()
    .catch(error => {
      throw new Error(`The migration ${migration.name} failed: ${error.message}`, { cause: error })
    })
  await tx`insert into public.migration (name, sha256) values (${migration.name}, ${migration.sha256})`
}

const roleSettings = {
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
  jit: 'off',
}

/**
 * Creates the database role that serves requests if it is missing, and returns its connection URL.
 * The password is derived from the secret of the installation, so that every process can compute
 * it.
 */
async function ensureAppRole(
  slot: PooledConnection,
  ownerUrl: string,
  secretKey: string | undefined,
): Promise<string> {
  const sql = slot.connection
  const installation = await loadInstallation(sql, secretKey)
  const role = `storewright_app_${installation.id.slice(0, 8)}`
  const password = createHmac('sha256', installation.secret)
    .update('password of the application role')
    .digest('base64url')
  const settings = Object.entries(roleSettings).map(([name, value]) => `${name}=${value}`)
  const [roleCheck] = await sql`
    select pg_has_role(oid, 'storewright_app', 'member')
      and coalesce((
        select array_agg(s order by s)
        from unnest((select setconfig from pg_db_role_setting where setrole = oid and setdatabase = 0)) s
      ), '{}') @> ${settings} as complete
    from pg_roles where rolname = ${role}`
  if (!roleCheck?.complete) {
    await runInTransaction(slot, tx => createAppRole(tx, role, password)).catch(error => {
      if (error.code !== '42501') throw error
      throw new StartupError(
        'The role of DATABASE_URL cannot create roles. Grant it CREATEROLE, ' +
          'or set DATABASE_APP_URL to a role that is a member of storewright_app.',
      )
    })
  }
  const url = new URL(ownerUrl)
  url.username = role
  url.password = password
  return url.href
}

async function createAppRole(tx: Sql, role: string, password: string) {
  await tx`select pg_advisory_xact_lock(hashtext('storewright migration'))`
  const [existingRole] = await tx`select 1 from pg_roles where rolname = ${role}`
  // Utility statements take no parameters. Both values come from this code and contain no quote.
  if (!existingRole)
    await tx.unsafe(
      `create role ${role} login inherit nosuperuser nobypassrls nocreatedb nocreaterole password '${password}'`,
    )
  await tx.unsafe(`grant storewright_app to ${role}`)
  for (const [name, value] of Object.entries(roleSettings))
    await tx.unsafe(`alter role ${role} set ${name} = '${value}'`)
}
