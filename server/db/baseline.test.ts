import { createReadStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../config.ts'
import { baseline } from '../lib/db/own-migrations.ts'
import { readSqlFiles, type SqlFolders, sqlFolders } from '../lib/db/sql-file.ts'
import { listCatalog } from '../testing/db/test-catalog.ts'
import {
  copyDatabase,
  createEmptyDatabase,
  createTestDatabase,
  type OwnerDatabase,
} from '../testing/test-database.ts'
import { renamedConstraints } from './adopt-database.ts'
import { readArchive } from './backup/archive.ts'
import { allStoresSettings, type BackupHeader, createBackup } from './backup/backup.ts'
import { formatColumnList, listTables, quoteTableName } from './backup/backup-table.ts'
import { unpackBaseline } from './backup/earlier-tables.ts'
import { restore } from './backup/restore.ts'
import { migrate } from './migrate.ts'

/** A backup of the last version before the baseline, with rows in nearly every table. */
const earlierBackup = join(import.meta.dirname, '../testing/db/earlier-version.tar.gz')

let folder: string
/** The SQL of the baseline. */
let folders: SqlFolders
/** The content of the backup: its header, and the rows of each table as text. */
let backup: { header: BackupHeader; rows: Map<string, string[]> }
/** Databases that tests copy: the baseline without rows, and the backup restored with its code. */
let baselineDatabase: OwnerDatabase
let restoredDatabase: OwnerDatabase

const toTarget = (databaseUrl: string, name: string) =>
  readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: join(folder, name) })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'storewright-baseline-'))
  folders = await unpackBaseline(folder)
  backup = await readBackup()
  baselineDatabase = await createEmptyDatabase()
  await migrate(baselineDatabase.ownerUrl, { folders, hasOwnAppRole: true })
  restoredDatabase = await createEmptyDatabase()
  const target = toTarget(restoredDatabase.ownerUrl, 'data-baseline')
  await restore(target, earlierBackup, { isLive: true, folders })
})
afterAll(async () => {
  await baselineDatabase.drop()
  await restoredDatabase.drop()
  await rm(folder, { recursive: true })
})

async function readBackup() {
  const texts = new Map<string, string>()
  let header: BackupHeader | undefined
  await readArchive(
    createReadStream(earlierBackup).pipe(createGunzip()),
    async ({ name, body }) => {
      const text = Buffer.concat(await Array.fromAsync(body)).toString()
      if (name === 'head.json') header = JSON.parse(text)
      const [kind, table = ''] = name.split('/')
      if (kind === 'table') texts.set(table, (texts.get(table) ?? '') + text)
    },
  )
  if (!header) throw new Error('The backup has no header.')
  const rows = new Map([...texts].map(([table, text]) => [table, toLines(text)]))
  return { header, rows }
}

const toLines = (text: string) => text.split('\n').slice(0, -1).toSorted()

async function useDatabase(create: () => Promise<OwnerDatabase> = createEmptyDatabase) {
  const database = await create()
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  onTestFinished(async () => {
    await sql.end()
    await database.drop()
  })
  return { url: database.ownerUrl, sql }
}

/** Returns the rows of the tables of the backup, in its format. */
async function listRows(sql: postgres.Sql): Promise<Map<string, string[]>> {
  return sql.begin(async tx => {
    await tx.unsafe(allStoresSettings).simple()
    // The name of the setting at the baseline.
    await tx`select set_config('app.business_id', gen_random_uuid()::text, true)`
    const rows = new Map<string, string[]>()
    for (const table of backup.header.tables) {
      const stream = await tx
        .unsafe(
          `copy (select ${formatColumnList(table)} from ${quoteTableName(table.name)}) to stdout`,
        )
        .readable()
      const text = Buffer.concat(await Array.fromAsync(stream)).toString()
      if (text) rows.set(table.name, toLines(text))
    }
    return rows
  })
}

const listMigrationNames = async (sql: postgres.Sql) =>
  (await sql`select name from migration order by name`).map(({ name }) => String(name))

const useBaselineDatabase = () => useDatabase(() => copyDatabase(baselineDatabase.ownerUrl))
const useRestoredDatabase = () => useDatabase(() => copyDatabase(restoredDatabase.ownerUrl))

/** Gives the migrations back that the last version before the baseline had. */
async function restoreMigrations(sql: postgres.Sql) {
  await sql`delete from migration`
  for (const step of backup.header.version.filter(line => !line.startsWith('queue '))) {
    const [name = '', sha256 = ''] = step.split(' ')
    await sql`insert into migration (name, sha256) values (${name}, ${sha256})`
  }
}

test('the schema files are what migrations make of the baseline', async () => {
  const upgraded = await useBaselineDatabase()
  await migrate(upgraded.url, { hasOwnAppRole: true })
  const created = await useDatabase(createTestDatabase)
  expect(
    await listCatalog(upgraded.sql),
    'change a table in server/db/schema and in a new file of server/db/migrations',
  ).toEqual(await listCatalog(created.sql))
  expect(await listMigrationNames(upgraded.sql)).toEqual(await listMigrationNames(created.sql))
})

test('a backup of the version before the baseline is restored with every row', async () => {
  const restored = await useRestoredDatabase()
  expect(await listRows(restored.sql)).toEqual(backup.rows)
  const emptyTables = backup.header.tables
    .map(({ name }) => name)
    .filter(name => name.startsWith('public.') && !backup.rows.has(name))
  expect(emptyTables).toEqual([])
  const created = await useBaselineDatabase()
  expect(await listCatalog(restored.sql)).toEqual(await listCatalog(created.sql))
})

/** Tables that the migrations removed, one whose rows they replaced, and two to which they add rows. */
const replacedTables = [
  'public.search_gram',
  'public.search_word',
  'public.sales_change',
  'public.stored_sales_top',
  'public.shopper_code',
  'public.cms',
]

/** The numbers of rows that the migrations add: the first runs of two jobs. */
const addedRows = new Map([
  ['graphile_worker._private_jobs', 2],
  ['graphile_worker._private_tasks', 2],
  // The reviews of each status, and the customers of each day.
  ['public.record_tally', 9],
])

/** Tables with another name in the backup. */
const earlierNames = new Map([
  ['public.store', 'public.business'],
  ['public.sale', 'public.checkout'],
  // Each message of the contact form became a conversation.
  ['public.conversation', 'public.contact_message'],
])

/** Returns the number of rows of each table, under the name that the backup has for it. */
async function countRows(sql: postgres.Sql): Promise<Map<string, number>> {
  return sql.begin(async tx => {
    await tx.unsafe(allStoresSettings).simple()
    const counts = new Map<string, number>()
    for (const { name } of await listTables(tx)) {
      const [row] = await tx.unsafe(
        `select count(*)::integer as count from ${quoteTableName(name)}`,
      )
      counts.set(earlierNames.get(name) ?? name, row?.['count'])
    }
    return counts
  })
}

/** Returns the names or numbers of the records that a search in a store of the backup finds. */
const search = (sql: postgres.Sql, entity: 'customer' | 'order', term: string) =>
  sql.begin(async tx => {
    await tx`select set_config('app.store_id', '01a21b3f-2853-7e60-b276-024ced8098c6', true)`
    const title = entity === 'order' ? tx`r.number` : tx`r.name`
    const rows = await tx<{ title: string }[]>`
      select ${title} as title from search_records(${entity}, ${term}) s
      join ${tx(entity)} r on r.store_id = current_store() and r.id = any (s.ids)`
    return rows.map(row => row.title)
  })

test('a backup of the version before the baseline is restored and updated with every row', async () => {
  const { url, sql } = await useDatabase()
  const target = toTarget(url, 'data-updated')
  const summary = await restore(target, earlierBackup, { isLive: true })
  expect(summary.rows['public.order']).toBe(25)

  const created = await useDatabase(createTestDatabase)
  expect(await listCatalog(sql)).toEqual(await listCatalog(created.sql))
  expect(await listMigrationNames(sql)).toEqual(await listMigrationNames(created.sql))
  const counts = await countRows(sql)
  for (const [table, rows] of backup.rows)
    if (!replacedTables.includes(table))
      expect(counts.get(table), table).toBe(rows.length + (addedRows.get(table) ?? 0))
  expect(await sql`select from graphile_worker.jobs where key = 'product.rank'`).toHaveLength(1)
  expect(await search(sql, 'customer', 'airley')).toEqual(['Niamh Fairley'])
  expect(await search(sql, 'order', '1024')).toEqual(['#1024'])
  const [found] = await sql`
    select count(distinct id)::integer as count from search_word where entity = 'conversation'`
  expect(found?.['count']).toBe(counts.get('public.contact_message'))
  // It was `open`.
  expect(await sql`select state from sale`).toEqual([{ state: 'held' }])
})

test('a backup of a version after the baseline is restored and updated', async () => {
  const source = await useRestoredDatabase()
  const migrations = (await readSqlFiles(sqlFolders.migrations)).slice(0, 3)
  expect(migrations.at(-1)?.name).toBe('0225-earlier-slug')
  const migrationFolder = join(folder, 'between')
  await mkdir(migrationFolder)
  for (const { name, text } of migrations)
    await writeFile(join(migrationFolder, `${name}.sql`), text)
  await migrate(source.url, {
    folders: { ...folders, migrations: migrationFolder },
    hasOwnAppRole: true,
  })
  const file = join(folder, 'between.tar.gz')
  // The name of the setting in that version.
  const databaseUrl = `${source.url}?app.business_id=00000000-0000-0000-0000-000000000000`
  await createBackup(toTarget(databaseUrl, 'data-between'), file)

  const { url, sql } = await useDatabase()
  await restore(toTarget(url, 'data-after'), file, { isLive: true })
  expect(await search(sql, 'customer', 'airley')).toEqual(['Niamh Fairley'])
  expect(await listMigrationNames(sql)).toEqual([
    baseline.name,
    ...(await readSqlFiles(sqlFolders.migrations)).map(({ name }) => name),
  ])
})

test('a backup of an earlier version is rejected beside the tables of this version', async () => {
  const { url, sql } = await useDatabase(createTestDatabase)
  const catalog = await listCatalog(sql)
  await expect(restore(toTarget(url, 'data-rejected'), earlierBackup)).rejects.toThrow(
    'The database already contains the tables of another version. Set DATABASE_URL to an empty database.',
  )
  expect(await listCatalog(sql)).toEqual(catalog)
})

test('the database of the version before the baseline is adopted with its rows', async () => {
  const { url, sql } = await useRestoredDatabase()
  const catalog = await listCatalog(sql)
  await restoreMigrations(sql)
  for (const [table, from, to] of renamedConstraints)
    await sql.unsafe(`alter table ${table} rename constraint ${to} to ${from}`)
  await sql`drop function is_sale`
  expect(await listCatalog(sql)).not.toEqual(catalog)

  await Promise.all([1, 2, 3].map(() => migrate(url, { folders, hasOwnAppRole: true })))
  expect(await listCatalog(sql)).toEqual(catalog)
  expect(await listRows(sql)).toEqual(backup.rows)
  expect(await listMigrationNames(sql)).toEqual([baseline.name])
  const functionNames = await sql`select name from sql_function order by name collate "C"`
  expect(functionNames.map(({ name }) => name)).toEqual(
    (await readSqlFiles(folders.functions)).map(({ name }) => name),
  )
})

test.each([
  ['an older version', `delete from migration where name = '${baseline.lastReplaced}'`],
  ['a changed version', `update migration set sha256 = '' where name = '0001-start'`],
  ['another application', `insert into migration values ('0003-other', '')`],
])('the database of %s is rejected and stays as it is', async (_name, statement) => {
  const { url, sql } = await useDatabase(createTestDatabase)
  await restoreMigrations(sql)
  await sql.unsafe(statement)
  const before = [await listCatalog(sql), await listMigrationNames(sql)]
  await expect(migrate(url, { hasOwnAppRole: true })).rejects.toThrow(
    `Start the version whose last migration is ${baseline.lastReplaced} once`,
  )
  expect([await listCatalog(sql), await listMigrationNames(sql)]).toEqual(before)
})
