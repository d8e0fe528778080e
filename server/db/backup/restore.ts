import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import postgres from 'postgres'
import type { Config } from '../../config.ts'
import { arrayTypes } from '../../lib/db/array-type.ts'
import { StartProblem } from '../../start-problem.ts'
import { startCluster } from '../cluster/cluster.ts'
import { migrate, ownVersion } from '../migrate.ts'
import { readArchive } from './archive.ts'
import { countLines, type Head, listFiles, type Told } from './backup.ts'
import { columnList, listTables, sqlName, type Table, versionOf } from './backup-table.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir'>
/** `aside`: what waited to be sent and is not, unless asked for. */
type Restored = Told & { aside: { mails: number; deliveries: number } }

/**
 * Puts a backup into an empty place: all of it or nothing. The whole file is checked before the first byte is written. Mails and
 * deliveries that waited are put aside, or a copy beside the original would tell people twice; unless it `isLive`.
 */
export async function restore(
  config: Place,
  source: string,
  { isLive = false } = {},
): Promise<Restored> {
  const head = await checkBackup(source)
  await refuseOtherVersion(head)
  if ((await listFiles(config.dataDir)).length)
    throw new StartProblem(
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
  const staged = join(config.dataDir, `restoring-${process.pid}`)
  try {
    await refuseFull(sql)
    // The role that serves requests is made by the next start, from the installation's own secret.
    await migrate(url, { hasOwnAppRole: true })
    return await sql.begin(tx =>
      fill(tx, head, { source, staged, isLive, dataDir: config.dataDir }),
    )
  } finally {
    await rm(staged, { recursive: true, force: true })
    await sql.end({ timeout: 5 })
    await cluster?.stop()
  }
}

const bytesOf = (source: string) => {
  const file = createReadStream(source)
  const unpacked = createGunzip()
  file.on('error', error => unpacked.destroy(error))
  return file.pipe(unpacked)
}

/** Reads the whole file and believes nothing of it before its checksum. */
async function checkBackup(source: string): Promise<Head> {
  if (!existsSync(source)) throw new StartProblem(`There is no file ${source}.`)
  let head: Head | undefined
  const rows: Record<string, number> = {}
  let files = 0
  const told = await readArchive<Told>(bytesOf(source), async ({ name, body }) => {
    if (name === 'head.json')
      head = JSON.parse(Buffer.concat(await Array.fromAsync(body)).toString())
    else if (isFileName(name)) files += 1
    else
      for await (const chunk of body)
        rows[tableOf(name)] = (rows[tableOf(name)] ?? 0) + countLines(chunk)
  }).catch(error => {
    throw new StartProblem(`${source} cannot be restored: ${error.message}. Nothing was changed.`)
  })
  const counted = Object.entries(told.rows).every(([table, count]) => (rows[table] ?? 0) === count)
  if (head?.storewright !== 1 || !counted || files !== told.files)
    throw new StartProblem(`${source} cannot be restored: it is not whole. Nothing was changed.`)
  return head
}

function isFileName(name: string): boolean {
  if (!name.startsWith('file/')) return false
  if (
    name.includes('\\') ||
    name.split('/').some(part => part === '' || part === '.' || part === '..')
  )
    throw new Error(`it has a file with the name ${name}`)
  return true
}
const tableOf = (name: string) => name.split('/')[1] ?? ''

async function refuseOtherVersion({ version }: Head) {
  const own = await ownVersion()
  const theirs = version.filter(step => !step.startsWith('queue '))
  if (theirs.join() === own.join()) return
  const last = (steps: string[]) => steps.at(-1)?.split(' ')[0] ?? 'none'
  throw new StartProblem(
    `The backup was made by another version of Storewright (${theirs.length} migrations up to ${last(theirs)}; this one has ${own.length} up to ${last(own)}). Restore it with that version, and update then. Nothing was changed.`,
  )
}

async function refuseFull(sql: postgres.Sql) {
  const tables = await sql<
    { name: string }[]
  >`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`
  if (tables.length === 0) return
  const isOurs = tables.some(({ name }) => name === 'migration')
  const people = isOurs ? await sql`select 1 from person limit 1` : []
  if (!isOurs || people.length)
    throw new StartProblem(
      `The database has ${isOurs ? 'people and stores' : 'tables of something else'} in it already; a backup is restored into an empty place. Nothing was changed.`,
    )
}

/** One transaction: rules and triggers are laid aside, rows come in, the rules are put back and hold for every row. */
async function fill(
  tx: postgres.TransactionSql,
  head: Head,
  {
    source,
    staged,
    dataDir,
    isLive,
  }: { source: string; staged: string; dataDir: string; isLive: boolean },
): Promise<Restored> {
  await tx
    .unsafe(
      `set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; select pg_advisory_xact_lock(hashtext('storewright migration'))`,
    )
    .simple()
  const tables = await listTables(tx)
  const same =
    JSON.stringify([await versionOf(tx), tables]) === JSON.stringify([head.version, head.tables])
  if (!same)
    throw new StartProblem(
      'The tables of this database are not those that the backup was made of. Nothing was changed.',
    )
  const putBack = await layRulesAside(tx, tables)
  const told = await readArchive<Told>(
    bytesOf(source),
    pour(tx, new Map(tables.map(table => [table.name, table])), staged),
  )
  for (const { name, last, isCalled } of head.sequences)
    await tx`select setval(${name}, ${last}::bigint, ${isCalled})`
  const aside = isLive ? { mails: 0, deliveries: 0 } : await putAside(tx)
  await tx.unsafe(putBack.join(';\n')).simple()
  await tx`select audit_open_months(3)`
  // The last step before the commit: what is left behind by a crash here are files, and the next try says so.
  await mkdir(staged, { recursive: true })
  for (const folder of await readdir(staged))
    await rename(join(staged, folder), join(dataDir, folder))
  return { ...told, aside }
}

/** As given up: they are seen where what failed is seen, and can be sent by hand. */
async function putAside(tx: postgres.TransactionSql): Promise<Restored['aside']> {
  const mails =
    await tx`update graphile_worker._private_jobs j set attempts = max_attempts, locked_at = null, locked_by = null, last_error = 'put aside when the backup was restored'
    from graphile_worker._private_tasks t where t.id = j.task_id and t.identifier like '%.mail' and j.attempts < j.max_attempts`
  const deliveries =
    await tx`update webhook_delivery set status = 'failed', error = 'off' where status = 'waiting'`
  return { mails: mails.count, deliveries: deliveries.count }
}

/** Gives the statements that put everything back as it was. */
async function layRulesAside(
  tx: postgres.TransactionSql,
  tables: readonly Table[],
): Promise<string[]> {
  const names = tables.map(({ name }) => sqlName(name))
  const keys = await tx<{ drop: string; add: string }[]>`
    select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
      format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as add
    from pg_constraint where contype = 'f' and conparentid = 0 and connamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace) order by conrelid, conname`
  const forced = await tx<
    { name: string }[]
  >`select oid::regclass::text as name from pg_class where relforcerowsecurity and relnamespace = 'public'::regnamespace order by 1`
  const aside = [
    ...keys.map(key => key.drop),
    ...names.map(name => `alter table ${name} disable trigger user`),
    ...forced.map(({ name }) => `alter table ${name} no force row level security`),
    `truncate ${names.join(', ')}`,
  ]
  await tx.unsafe(aside.join(';\n')).simple()
  return [
    ...keys.map(key => key.add),
    ...names.map(name => `alter table ${name} enable trigger user`),
    ...forced.map(({ name }) => `alter table ${name} force row level security`),
  ]
}

/** Takes the entries of a backup: files to a folder aside, pieces of tables into their tables. */
function pour(tx: postgres.TransactionSql, tables: ReadonlyMap<string, Table>, staged: string) {
  return async ({ name, body }: { name: string; body: AsyncIterable<Buffer> }) => {
    if (isFileName(name)) {
      const path = join(staged, name.slice('file/'.length))
      await mkdir(dirname(path), { recursive: true })
      await pipeline(Readable.from(body), createWriteStream(path))
      return
    }
    const table = tables.get(tableOf(name))
    if (!table) return
    const into = await tx
      .unsafe(`copy ${sqlName(table.name)} (${columnList(table)}) from stdin`)
      .writable()
    await pipeline(Readable.from(body, { objectMode: false }), into)
  }
}
