import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import { readSqlFiles, sqlFolders } from '../lib/db/sql-file.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

async function createFolder(files: Record<string, string> = {}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-functions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

async function useDatabase() {
  const database = await createTestDatabase()
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

test('every function has a file with its name', async () => {
  const { sql } = await useDatabase()
  const functions = await sql<{ name: string }[]>`
    select distinct proname::text as name
    from pg_proc where pronamespace = 'public'::regnamespace`
  const files = await readSqlFiles(sqlFolders.functions)
  expect(functions.map(({ name }) => name).toSorted()).toEqual(files.map(({ name }) => name))
})

// PostgreSQL parses `language sql` functions in these again for each statement that writes the table.
test('conditions of triggers, checks and generated columns call no functions in SQL', async () => {
  const { sql } = await useDatabase()
  expect(
    await sql`
      select pg_describe_object(d.classid, d.objid, d.objsubid) as object, p.proname as name
      from pg_depend d
      join pg_proc p on p.oid = d.refobjid and p.pronamespace = 'public'::regnamespace
      join pg_language l on l.oid = p.prolang and l.lanname = 'sql'
      where d.refclassid = 'pg_proc'::regclass and (
        d.classid in ('pg_trigger'::regclass, 'pg_constraint'::regclass)
        or d.classid = 'pg_attrdef'::regclass and exists (
          select from pg_attrdef e
          join pg_attribute a on a.attrelid = e.adrelid and a.attnum = e.adnum
          where e.oid = d.objid and a.attgenerated <> ''))`,
  ).toEqual([])
})

test('a changed file is applied once', async () => {
  const { url, sql } = await useDatabase()
  const folder = await createFolder({ 'answer.sql': formatAnswer(41) })
  const listVersions = () => sql`
    select answer() as answer, p.xmin::text as version, applied_at
    from pg_proc p, sql_function f where p.proname = 'answer' and f.name = 'answer'`
  await migrate(url, { folders: { functions: folder } })
  const [firstVersion] = await listVersions()
  expect(firstVersion?.['answer']).toBe(41)

  await migrate(url, { folders: { functions: folder } })
  expect((await listVersions())[0]).toEqual(firstVersion)

  await writeFile(join(folder, 'answer.sql'), formatAnswer(42))
  await migrate(url, { folders: { functions: folder } })
  const [secondVersion] = await listVersions()
  expect(secondVersion?.['answer']).toBe(42)

  await Promise.all([1, 2, 3].map(() => migrate(url, { folders: { functions: folder } })))
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
  [
    'an unknown variable',
    `create or replace function b() returns jsonb language sql
      as $$ select jsonb_build_object(:nothing_fields) $$`,
  ],
])('a file with %s leaves the database as it was', async (_name, brokenText) => {
  const { url, sql } = await useDatabase()
  const folder = await createFolder({ 'answer.sql': formatAnswer(41) })
  await migrate(url, { folders: { functions: folder } })
  const definitions = await listDefinitions(sql)
  const files = [...(await sql`select * from sql_function`)]

  await writeFile(join(folder, 'answer.sql'), formatAnswer(42))
  await writeFile(join(folder, 'b.sql'), brokenText)
  await expect(migrate(url, { folders: { functions: folder } })).rejects.toThrow(
    'The function file b.sql',
  )
  expect(await listDefinitions(sql)).toEqual(definitions)
  expect([...(await sql`select * from sql_function`)]).toEqual(files)
})

function formatAnswer(answer: number): string {
  return `create or replace function answer() returns integer language sql as $$ select ${answer} $$;`
}
