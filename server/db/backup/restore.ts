import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type postgres from 'postgres'
import type { Config } from '../../config.ts'
import { claimBucket, getFileLocation } from '../../file-storage.ts'
import { arrayTypes } from '../../lib/db/array-type.ts'
import type { SqlFolders } from '../../lib/db/sql-file.ts'
import { openClient } from '../../lib/primary/open-client.ts'
import { StartupError } from '../../startup-error.ts'
import { startCluster } from '../cluster/cluster.ts'
import { migrate } from '../migrate.ts'
import { readArchive } from './archive.ts'
import { type BackupHeader, type BackupSummary, countLines } from './backup.ts'
import { type BackupFileConfig, findBackupFile } from './backup-file.ts'
import {
  type BackupTable,
  formatColumnList,
  listMigrations,
  listTables,
  quoteTableName,
} from './backup-table.ts'
import { isEarlierVersion, toBaselineHeader } from './backup-version.ts'
import { createEarlierTables } from './earlier-tables.ts'
import { openRestoredFiles, type RestoredFiles, rejectExistingFiles } from './restored-files.ts'

type RestoreTarget = BackupFileConfig & Pick<Config, 'databaseUrl' | 'dataDir' | 'bucket'>
type OpenBackup = () => Promise<Readable>
/** `suspended` counts the waiting emails and deliveries that will not be sent. */
type RestoreSummary = BackupSummary & { suspended: { mails: number; deliveries: number } }
type RestoreOptions = {
  isLive?: boolean
  /** Other folders than those of this code, for tests. */
  folders?: Partial<SqlFolders>
}
type LoadedBackup = {
  openBackup: OpenBackup
  files: RestoredFiles
  isLive: boolean
  fileLocation: string
}

/**
 * Restores a backup completely or not at all. The database and the data folder must be empty. The
 * whole file is verified before the first byte is written. Waiting emails and deliveries are
 * suspended unless `isLive`, because a copy next to the original installation would send them
 * twice.
 */
export async function restore(
  config: RestoreTarget,
  source: string,
  { isLive = false, folders }: RestoreOptions = {},
): Promise<RestoreSummary> {
  const openBackup = await findBackupFile(config, source)
  const header = toBaselineHeader(await verifyBackup(source, openBackup))
  const isEarlier = await isEarlierVersion(header, folders)
  await rejectExistingFiles(config)
  const cluster = config.databaseUrl ? undefined : await startCluster(config.dataDir)
  const url = config.databaseUrl ?? cluster?.url ?? ''
  const sql = openClient(url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => {},
  })
  const files = await openRestoredFiles(config)
  const fileLocation = getFileLocation(config)
  try {
    await rejectNonEmptyDatabase(sql, isEarlier)
    // The next start creates the role that serves requests, from the restored secret.
    const migrateToThisVersion = () =>
      migrate(url, { hasOwnAppRole: true, ...(folders && { folders }) })
    await (isEarlier ? createEarlierTables(url, header.version) : migrateToThisVersion())
    const summary = await sql.begin(tx =>
      loadBackup(tx, header, { openBackup, files, isLive, fileLocation }),
    )
    files.keep()
    if (isEarlier) await migrateToThisVersion()
    await claimBucket(config, url)
    return summary
  } finally {
    await files.close()
    await sql.end({ timeout: 5 })
    await cluster?.stop()
  }
}

/**
 * Reads the whole file and returns its header if the checksum, the row counts and the file count
 * match.
 */
async function verifyBackup(source: string, openBackup: OpenBackup): Promise<BackupHeader> {
  let header: BackupHeader | undefined
  const rows: Record<string, number> = {}
  let files = 0
  const summary = await readArchive<BackupSummary>(await openBackup(), async ({ name, body }) => {
    if (name === 'head.json')
      header = JSON.parse(Buffer.concat(await Array.fromAsync(body)).toString())
    else if (isFileEntry(name)) files += 1
    else
      for await (const chunk of body)
        rows[getTableName(name)] = (rows[getTableName(name)] ?? 0) + countLines(chunk)
  }).catch(error => {
    throw createRestoreError(source, error.message)
  })
  const areRowCountsEqual = Object.entries(summary.rows).every(
    ([table, count]) => (rows[table] ?? 0) === count,
  )
  if (header?.storewright !== 2 || !areRowCountsEqual || files !== summary.files)
    throw createRestoreError(source, 'The file is incomplete.')
  return header
}

/** The reason can be a message of the file system or of gzip, which is not a sentence. */
function createRestoreError(source: string, reason: string): StartupError {
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`.replace(/[^.]$/, '$&.')
  return new StartupError(`${source} cannot be restored. ${sentence} Nothing was changed.`)
}

function isFileEntry(name: string): boolean {
  if (!name.startsWith('file/')) return false
  if (
    name.includes('\\') ||
    name.split('/').some(part => part === '' || part === '.' || part === '..')
  )
    throw new Error(`The backup contains a file with the unsafe name ${name}.`)
  return true
}
const getTableName = (name: string) => name.split('/')[1] ?? ''

async function rejectNonEmptyDatabase(sql: postgres.Sql, isEarlier: boolean) {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
  if (tables.length === 0) return
  const isStorewright = tables.some(({ name }) => name === 'migration')
  const people = isStorewright ? await sql`select 1 from person limit 1` : []
  // The tables of an earlier version cannot be created beside those of this one.
  const rows = people.length > 0 ? 'people and stores' : 'the tables of another version'
  const content = isStorewright ? rows : 'tables of another application'
  if (!isStorewright || people.length || isEarlier)
    throw new StartupError(
      `The database already contains ${content}. Set DATABASE_URL to an empty database. ` +
        'Nothing was changed.',
    )
}

/**
 * Loads the rows and files. Constraints and triggers are dropped or disabled first and restored
 * afterwards, which verifies every row.
 */
async function loadBackup(
  tx: postgres.TransactionSql,
  header: BackupHeader,
  { openBackup, files, isLive, fileLocation }: LoadedBackup,
): Promise<RestoreSummary> {
  await tx
    .unsafe(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0;
      select pg_advisory_xact_lock(hashtext('storewright migration'))`,
    )
    .simple()
  const tables = await listTables(tx)
  const isSameSchema =
    JSON.stringify([await listMigrations(tx), tables]) ===
    JSON.stringify([header.version, sortColumns(header.tables)])
  if (!isSameSchema)
    throw new StartupError(
      'The tables of this database differ from those of the backup. Nothing was changed.',
    )
  const restoreStatements = await dropConstraints(tx, tables)
  const summary = await readArchive<BackupSummary>(
    await openBackup(),
    createEntryLoader(tx, new Map(header.tables.map(table => [table.name, table])), files),
  )
  for (const { name, last, isCalled } of header.sequences)
    await tx`select setval(${name}, ${last}::bigint, ${isCalled})`
  if (tables.some(({ columns }) => columns.includes('file_location')))
    await tx`
      update installation set file_location = ${fileLocation} where file_location is not null`
  const suspended = isLive ? { mails: 0, deliveries: 0 } : await suspendOutgoingWork(tx)
  await tx.unsafe(restoreStatements.join(';\n')).simple()
  await tx`select audit_create_months(3)`
  // The last step before the commit. A crash here leaves only files, which the next restore
  // reports.
  await files.publish()
  return { ...summary, suspended }
}

/** The rows of a backup have the columns in the order of their database, which differs. */
const sortColumns = (tables: readonly BackupTable[]) =>
  tables.map(({ name, columns }) => ({ name, columns: columns.toSorted() }))

/**
 * Marks waiting emails and deliveries as failed. Users see them as such and can send them manually.
 */
async function suspendOutgoingWork(
  tx: postgres.TransactionSql,
): Promise<RestoreSummary['suspended']> {
  const waitingMailCondition = tx`task_identifier like '%.mail' and attempts < max_attempts`
  // The queue does not mark a locked job as failed. The workers that hold the locks belong to the
  // original installation.
  await tx`
    select graphile_worker.force_unlock_workers(array(
      select distinct locked_by from graphile_worker.jobs
      where ${waitingMailCondition} and locked_by is not null))`
  const mails = await tx`
    select id from graphile_worker.permanently_fail_jobs(
      array(select id from graphile_worker.jobs where ${waitingMailCondition}),
      'Suspended when the backup was restored.')`
  await tx`update message set status = 'failed', error = 'suspended' where status in ('queued', 'sending')`
  const deliveries = await tx`
    update webhook_delivery set status = 'failed', error = 'off' where status = 'waiting'`
  return { mails: mails.count, deliveries: deliveries.count }
}

/** Returns the statements that restore the constraints. */
async function dropConstraints(
  tx: postgres.TransactionSql,
  tables: readonly BackupTable[],
): Promise<string[]> {
  const names = tables.map(({ name }) => quoteTableName(name))
  const foreignKeys = await tx<{ drop: string; add: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint
    where contype = 'f' and conparentid = 0
      and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
    order by conrelid, conname`
  const forcedTables = await tx<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relforcerowsecurity and relnamespace = 'public'::regnamespace order by 1`
  const dropStatements = [
    ...foreignKeys.map(key => key.drop),
    ...names.map(name => `alter table ${name} disable trigger user`),
    ...forcedTables.map(({ name }) => `alter table ${name} no force row level security`),
    `truncate ${names.join(', ')}`,
  ]
  await tx.unsafe(dropStatements.join(';\n')).simple()
  return [
    ...foreignKeys.map(key => key.add),
    ...names.map(name => `alter table ${name} enable trigger user`),
    ...forcedTables.map(({ name }) => `alter table ${name} force row level security`),
  ]
}

/**
 * Returns a function that writes the files of a backup to the storage and its rows to the tables.
 */
function createEntryLoader(
  tx: postgres.TransactionSql,
  tables: ReadonlyMap<string, BackupTable>,
  files: RestoredFiles,
) {
  return async ({ name, body }: { name: string; body: AsyncIterable<Buffer> }) => {
    if (isFileEntry(name)) {
      await files.write(name.slice('file/'.length), Readable.from(body))
      return
    }
    const table = tables.get(getTableName(name))
    if (!table) return
    const copyStream = await tx
      .unsafe(`copy ${quoteTableName(table.name)} (${formatColumnList(table)}) from stdin`)
      .writable()
    await pipeline(Readable.from(body, { objectMode: false }), copyStream)
  }
}
