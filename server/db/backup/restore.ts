import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import postgres from 'postgres'
import type { Config } from '../../config.ts'
import { arrayTypes } from '../../lib/db/array-type.ts'
import { StartupError } from '../../startup-error.ts'
import { startCluster } from '../cluster/cluster.ts'
import { listOwnMigrations, migrate } from '../migrate.ts'
import { readArchive } from './archive.ts'
import { type BackupHeader, type BackupSummary, countLines, listFiles } from './backup.ts'
import {
  type BackupTable,
  formatColumnList,
  listMigrations,
  listTables,
  quoteTableName,
} from './backup-table.ts'

type RestoreTarget = Pick<Config, 'databaseUrl' | 'dataDir'>
/** `aside`: what waited to be sent and is not, unless asked for. */
type RestoreSummary = BackupSummary & { suspended: { mails: number; deliveries: number } }

/**
 * Puts a backup into an empty place: all of it or nothing. The whole file is checked before the first byte is written. Mails and
 * deliveries that waited are put aside, or a copy beside the original would tell people twice; unless it `isLive`.
 */
export async function restore(
  config: RestoreTarget,
  source: string,
  { isLive = false } = {},
): Promise<RestoreSummary> {
  const header = await verifyBackup(source)
  await rejectOtherVersion(header)
  if ((await listFiles(config.dataDir)).length)
    throw new StartupError(
      `The data folder ${config.dataDir} has files already; a backup is restored into an empty place. Set DATA_DIR to a new folder.`,
    )
  const cluster = config.databaseUrl ? undefined : await startCluster(config.dataDir)
  const url = config.databaseUrl ?? cluster?.url ?? ''
  const sql = postgres(url, {
    max: 1,
    prepare: false,
    fetch_types: false,
    types: arrayTypes,
    onnotice: () => {},
  })
  // In the same folder as where they will lie, so that moving them there is one step.
  const stagingFolder = join(config.dataDir, `restoring-${process.pid}`)
  try {
    await rejectNonEmptyDatabase(sql)
    // The role that serves requests is made by the next start, from the installation's own secret.
    await migrate(url, { hasOwnAppRole: true })
    return await sql.begin(tx =>
      loadBackup(tx, header, { source, staged: stagingFolder, isLive, dataDir: config.dataDir }),
    )
  } finally {
    await rm(stagingFolder, { recursive: true, force: true })
    await sql.end({ timeout: 5 })
    await cluster?.stop()
  }
}

const openBackup = (source: string) => {
  const file = createReadStream(source)
  const unpacked = createGunzip()
  file.on('error', error => unpacked.destroy(error))
  return file.pipe(unpacked)
}

/** Reads the whole file and believes nothing of it before its checksum. */
async function verifyBackup(source: string): Promise<BackupHeader> {
  if (!existsSync(source)) throw new StartupError(`There is no file ${source}.`)
  let header: BackupHeader | undefined
  const rows: Record<string, number> = {}
  let files = 0
  const summary = await readArchive<BackupSummary>(openBackup(source), async ({ name, body }) => {
    if (name === 'head.json')
      header = JSON.parse(Buffer.concat(await Array.fromAsync(body)).toString())
    else if (isFileEntry(name)) files += 1
    else
      for await (const chunk of body)
        rows[getTableName(name)] = (rows[getTableName(name)] ?? 0) + countLines(chunk)
  }).catch(error => {
    throw new StartupError(`${source} cannot be restored: ${error.message}. Nothing was changed.`)
  })
  const areRowCountsEqual = Object.entries(summary.rows).every(
    ([table, count]) => (rows[table] ?? 0) === count,
  )
  if (header?.storewright !== 2 || !areRowCountsEqual || files !== summary.files)
    throw new StartupError(`${source} cannot be restored: it is not whole. Nothing was changed.`)
  return header
}

function isFileEntry(name: string): boolean {
  if (!name.startsWith('file/')) return false
  if (
    name.includes('\\') ||
    name.split('/').some(part => part === '' || part === '.' || part === '..')
  )
    throw new Error(`it has a file with the name ${name}`)
  return true
}
const getTableName = (name: string) => name.split('/')[1] ?? ''

async function rejectOtherVersion({ version }: BackupHeader) {
  const ownMigrations = await listOwnMigrations()
  const backupMigrations = version.filter(step => !step.startsWith('queue '))
  if (backupMigrations.join() === ownMigrations.join()) return
  const last = (steps: string[]) => steps.at(-1)?.split(' ')[0] ?? 'none'
  throw new StartupError(
    `The backup was made by another version of Storewright (${backupMigrations.length} migrations up to ${last(backupMigrations)}; this one has ${ownMigrations.length} up to ${last(ownMigrations)}). Restore it with that version, and update then. Nothing was changed.`,
  )
}

async function rejectNonEmptyDatabase(sql: postgres.Sql) {
  const tables = await sql<
    { name: string }[]
  >`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
  if (tables.length === 0) return
  const isOurs = tables.some(({ name }) => name === 'migration')
  const people = isOurs ? await sql`select 1 from person limit 1` : []
  if (!isOurs || people.length)
    throw new StartupError(
      `The database has ${isOurs ? 'people and stores' : 'tables of something else'} in it already; a backup is restored into an empty place. Nothing was changed.`,
    )
}

/** One transaction: rules and triggers are laid aside, rows come in, the rules are put back and hold for every row. */
async function loadBackup(
  tx: postgres.TransactionSql,
  header: BackupHeader,
  {
    source,
    staged,
    dataDir,
    isLive,
  }: { source: string; staged: string; dataDir: string; isLive: boolean },
): Promise<RestoreSummary> {
  await tx
    .unsafe(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; select pg_advisory_xact_lock(hashtext('storewright migration'))`,
    )
    .simple()
  const tables = await listTables(tx)
  const isSameSchema =
    JSON.stringify([await listMigrations(tx), tables]) ===
    JSON.stringify([header.version, header.tables])
  if (!isSameSchema)
    throw new StartupError(
      'The tables of this database are not those that the backup was made of. Nothing was changed.',
    )
  const restoreStatements = await dropConstraints(tx, tables)
  const summary = await readArchive<BackupSummary>(
    openBackup(source),
    createEntryLoader(tx, new Map(tables.map(table => [table.name, table])), staged),
  )
  for (const { name, last, isCalled } of header.sequences)
    await tx`select setval(${name}, ${last}::bigint, ${isCalled})`
  const aside = isLive ? { mails: 0, deliveries: 0 } : await suspendOutgoingWork(tx)
  await tx.unsafe(restoreStatements.join(';\n')).simple()
  await tx`select audit_create_months(3)`
  // The last step before the commit: what is left behind by a crash here are files, and the next try says so.
  await mkdir(staged, { recursive: true })
  for (const folder of await readdir(staged))
    await rename(join(staged, folder), join(dataDir, folder))
  return { ...summary, suspended: aside }
}

/** As given up: they are seen where what failed is seen, and can be sent by hand. */
async function suspendOutgoingWork(
  tx: postgres.TransactionSql,
): Promise<RestoreSummary['suspended']> {
  const mails =
    await tx`update graphile_worker._private_jobs j set attempts = max_attempts, locked_at = null, locked_by = null, last_error = 'put aside when the backup was restored'
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier like '%.mail' and j.attempts < j.max_attempts`
  const deliveries =
    await tx`update webhook_delivery set status = 'failed', error = 'off' where status = 'waiting'`
  return { mails: mails.count, deliveries: deliveries.count }
}

/** Gives the statements that put everything back as it was. */
async function dropConstraints(
  tx: postgres.TransactionSql,
  tables: readonly BackupTable[],
): Promise<string[]> {
  const names = tables.map(({ name }) => quoteTableName(name))
  const foreignKeys = await tx<{ drop: string; add: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by conrelid, conname`
  const forcedTables = await tx<
    { name: string }[]
  >`select oid::regclass::text as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace order by 1`
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

/** Takes the entries of a backup: files to a folder aside, pieces of tables into their tables. */
function createEntryLoader(
  tx: postgres.TransactionSql,
  tables: ReadonlyMap<string, BackupTable>,
  staged: string,
) {
  return async ({ name, body }: { name: string; body: AsyncIterable<Buffer> }) => {
    if (isFileEntry(name)) {
      const path = join(staged, name.slice('file/'.length))
      await mkdir(dirname(path), { recursive: true })
      await pipeline(Readable.from(body), createWriteStream(path))
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
