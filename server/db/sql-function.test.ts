import { cp, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { createEmptyDatabase, createTestDatabase } from '../lib/testing/test-database.ts'
import { migrate } from './migrate.ts'
import { functionsFolder } from './sql-function.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')
/** Returns whether the migration is older than the separate function files. */
const isEarlyMigration = (name: string) => name < '0024'

async function createFolder(files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-functions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

async function useDatabase(create: () => Promise<{ ownerUrl: string; drop: () => Promise<void> }>) {
  const database = await create()
  const sql = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  onTestFinished(async () => {
    await sql.end()
    await database.drop()
  })
  return { url: database.ownerUrl, sql }
}

const listDefinitions = async (sql: postgres.Sql) => [
  ...(await sql`
    select pg_get_functiondef(oid) as definition, proacl::text as grants from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
    union all
    select pg_get_triggerdef(oid), null from pg_trigger where not tgisinternal
    order by 1`),
]

test('an upgraded database has the same functions and triggers as a new one', async () => {
  const upgradedDatabase = await useDatabase(createEmptyDatabase)
  const newDatabase = await useDatabase(createTestDatabase)
  const earlyFolder = await createFolder()
  for (const name of await readdir(migrationsFolder))
    if (isEarlyMigration(name)) await cp(join(migrationsFolder, name), join(earlyFolder, name))
  await migrate(upgradedDatabase.url, {
    folder: earlyFolder,
    functionsFolder: await createFolder(),
    hasOwnAppRole: true,
  })
  const newDefinitions = await listDefinitions(newDatabase.sql)
  expect(await listDefinitions(upgradedDatabase.sql)).not.toEqual(newDefinitions)

  await migrate(upgradedDatabase.url, { hasOwnAppRole: true })
  expect(await listDefinitions(upgradedDatabase.sql)).toEqual(newDefinitions)
})

test('every function has a file with its name', async () => {
  const { sql } = await useDatabase(createTestDatabase)
  const functions = await sql<{ name: string }[]>`
    select distinct proname::text as name
    from pg_proc where pronamespace = 'public'::regnamespace`
  const files = (await readdir(functionsFolder)).map(name => name.replace(/\.sql$/, ''))
  expect(functions.map(({ name }) => name).toSorted()).toEqual(files.toSorted())
})

test('a changed file is applied once', async () => {
  const { url, sql } = await useDatabase(createTestDatabase)
  const folder = await createFolder({ 'answer.sql': formatAnswer(41) })
  const listVersions = () => sql`
    select answer() as answer, p.xmin::text as version, applied_at
    from pg_proc p, sql_function f where p.proname = 'answer' and f.name = 'answer'`
  await migrate(url, { functionsFolder: folder })
  const [firstVersion] = await listVersions()
  expect(firstVersion?.['answer']).toBe(41)

  await migrate(url, { functionsFolder: folder })
  expect((await listVersions())[0]).toEqual(firstVersion)

  await writeFile(join(folder, 'answer.sql'), formatAnswer(42))
  await migrate(url, { functionsFolder: folder })
  const [secondVersion] = await listVersions()
  expect(secondVersion?.['answer']).toBe(42)

  await Promise.all([1, 2, 3].map(() => migrate(url, { functionsFolder: folder })))
  expect((await listVersions())[0]).toEqual(secondVersion)
})

test.each([
  [
    'a syntax error',
    `create or replace function b() returns integer language plpgsql
      as $$ begin retrun; end $$`,
  ],
  [
    'an unknown table',
    `create or replace function b() returns bigint language sql
      as $$ select count(*) from nowhere $$`,
  ],
])('a file with %s leaves the database as it was', async (_name, brokenText) => {
  const { url, sql } = await useDatabase(createTestDatabase)
  const folder = await createFolder({ 'answer.sql': formatAnswer(41) })
  await migrate(url, { functionsFolder: folder })
  const definitions = await listDefinitions(sql)
  const files = [...(await sql`select * from sql_function`)]

  await writeFile(join(folder, 'answer.sql'), formatAnswer(42))
  await writeFile(join(folder, 'b.sql'), brokenText)
  await expect(migrate(url, { functionsFolder: folder })).rejects.toThrow('The function file b.sql')
  expect(await listDefinitions(sql)).toEqual(definitions)
  expect([...(await sql`select * from sql_function`)]).toEqual(files)
})

function formatAnswer(answer: number): string {
  return `create or replace function answer() returns integer language sql as $$ select ${answer} $$;`
}
