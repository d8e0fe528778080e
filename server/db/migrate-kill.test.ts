import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { sqlFolders } from '../lib/db/sql-file.ts'
import { listCatalog } from '../testing/db/test-catalog.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

/** Creates a folder, which is deleted after the test. */
async function createFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-killed-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
/** Connects to a database, which is dropped after the test. */
function connect({ ownerUrl, drop }: Pick<TestDatabase, 'ownerUrl' | 'drop'>) {
  const sql = postgres(ownerUrl, { max: 4, onnotice: () => {} })
  onTestFinished(async () => {
    await sql.end()
    await drop()
  })
  return { url: ownerUrl, sql }
}
/** Creates a migrated database, and a folder with its migrations and one more. */
async function createMigratedDatabase(file: string, text: string) {
  const folder = await createFolder()
  await cp(sqlFolders.migrations, folder, { recursive: true })
  await writeFile(join(folder, file), text)
  return { ...connect(await createTestDatabase()), folder, folders: { migrations: folder } }
}

const killStatement = 'select pg_terminate_backend(pg_backend_pid());'
const isConnectionError = /terminat|CONNECTION|closed/i

test.each([
  ['the first tables', 'schema', '01-installation'],
  ['the tables', 'schema', '15-order'],
  ['the last table', 'schema', '25-import'],
  ['the functions', 'functions', 'm_kill'],
] as const)(
  'a process that is killed while it creates %s leaves nothing behind',
  async (_name, kind, file) => {
    const { url, sql } = connect(await createEmptyDatabase())
    const folder = await createFolder()
    const folders = { [kind]: folder }
    await cp(sqlFolders[kind], folder, { recursive: true })
    await appendFile(join(folder, `${file}.sql`), killStatement)
    const before = await listCatalog(sql)
    await expect(migrate(url, { folders, hasOwnAppRole: true })).rejects.toThrow(isConnectionError)
    const isOfQueue = (line: string) => line.startsWith('schema graphile_worker')
    expect((await listCatalog(sql)).filter(line => !isOfQueue(line))).toEqual(before)
    await migrate(url, { hasOwnAppRole: true })
    const uninterrupted = connect(await createTestDatabase()).sql
    expect(await listCatalog(sql)).toEqual(await listCatalog(uninterrupted))
  },
)

const sampleStatements = [
  "alter table product add column material text not null default '';",
  'create table parcel (store_id uuid not null default current_store(), id uuid primary key);',
  'create index parcel__store on parcel (store_id, id);',
  "select belongs_to_store('parcel');",
  'alter table product no force row level security;',
  "update product set material = 'wood';",
  'alter table product force row level security;',
  "create function material_of(p product) returns text language sql as 'select p.material';",
]

test('a killed migration is rolled back after any statement, and the next run completes it', async () => {
  const file = '9000-sample.sql'
  const text = sampleStatements.join('\n')
  const { url, sql, folder, folders } = await createMigratedDatabase(file, text)
  const before = await listCatalog(sql)
  for (const position of sampleStatements.keys()) {
    const killedStatements = sampleStatements.toSpliced(position + 1, 0, killStatement)
    await writeFile(join(folder, file), killedStatements.join('\n'))
    await expect(
      migrate(url, { folders, hasOwnAppRole: true }),
      `statement ${position}`,
    ).rejects.toThrow(isConnectionError)
    expect(await listCatalog(sql), `statement ${position}`).toEqual(before)
  }
  await writeFile(join(folder, file), text)
  await migrate(url, { folders, hasOwnAppRole: true })
  const uninterrupted = connect(await createTestDatabase())
  await migrate(uninterrupted.url, { folders, hasOwnAppRole: true })
  const after = await listCatalog(sql)
  expect(after).toEqual(await listCatalog(uninterrupted.sql))
  expect(after).not.toEqual(before)
})

test('functions of a migrated database that are killed halfway are all rolled back', async () => {
  const { url, sql } = connect(await createTestDatabase())
  const functionsFolder = await createFolder()
  const before = await listCatalog(sql)
  await writeFile(
    join(functionsFolder, 'a_first.sql'),
    "create function a_first() returns integer language sql as 'select 1';",
  )
  await writeFile(join(functionsFolder, 'b_kill.sql'), killStatement)
  const folders = { functions: functionsFolder }
  await expect(migrate(url, { folders, hasOwnAppRole: true })).rejects.toThrow(isConnectionError)
  expect(await listCatalog(sql)).toEqual(before)
})

test('a process that is killed during a long statement leaves no lock behind', async () => {
  const name = '9001-long.sql'
  const { url, sql, folder, folders } = await createMigratedDatabase(
    name,
    'create table long (id int); select pg_sleep(1000);',
  )
  const script = `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    const options = { folders: ${JSON.stringify(folders)}, hasOwnAppRole: true }
    await migrate(${JSON.stringify(url)}, options)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const listSleepingSessions = () => sql`
    select 1 from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep(1000)%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await listSleepingSessions()).length).toBe(1)
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  await writeFile(join(folder, name), 'create table long (id int);')
  await migrate(url, { folders, hasOwnAppRole: true })
  expect((await sql`select 1 from migration where name = '9001-long'`).length).toBe(1)
})

test('a migration waits for a reader of its table without blocking other readers', async () => {
  const { url, sql, folders } = await createMigratedDatabase(
    '9002-busy.sql',
    'alter table installation add column busy int;',
  )
  const reader = await sql.reserve()
  await reader`begin`
  await reader`select 1 from installation`
  let isDone = false
  const change = migrate(url, { folders, hasOwnAppRole: true }).then(() => {
    isDone = true
  })
  const listWaitingLocks = () => sql`
    select 1 from pg_locks
    where relation = 'installation'::regclass and mode = 'AccessExclusiveLock' and not granted`
  await expect.poll(async () => (await listWaitingLocks()).length, { interval: 20 }).toBe(1)
  // The lock timeout of the migration lets these queries pass. Otherwise they would wait for the
  // reader.
  for (let n = 0; n < 5; n++) expect((await sql`select 1 from installation`).length).toBe(1)
  expect(isDone).toBe(false)
  await reader`commit`
  reader.release()
  await change
  expect((await sql`select 1 from migration where name = '9002-busy'`).length).toBe(1)
})

test('a locked table does not delay the backup policies of other tables', async () => {
  const database = await createTestDatabase()
  const sql = postgres(database.ownerUrl, { max: 2, onnotice: () => {} })
  for (const table of ['category', 'product']) await sql`drop policy backup on ${sql(table)}`
  const reader = await sql.reserve()
  await reader`begin`
  await reader`lock table product in access share mode`
  const change = migrate(database.ownerUrl)
  const listTablesWithPolicy = async () => {
    const rows = await sql`
      select polrelid::regclass::text as name from pg_policy
      where polname = 'backup' and polrelid in ('category'::regclass, 'product'::regclass)
      order by 1`
    return rows.map(({ name }) => name)
  }
  const listWaitingLocks = () => sql`
    select 1 from pg_locks
    where relation = 'product'::regclass and mode = 'AccessExclusiveLock' and not granted`
  await expect.poll(async () => (await listWaitingLocks()).length, { interval: 20 }).toBe(1)
  expect(await listTablesWithPolicy()).toEqual(['category'])
  await reader`commit`
  reader.release()
  await change
  expect(await listTablesWithPolicy()).toEqual(['category', 'product'])
  await sql.end()
  await database.drop()
})
