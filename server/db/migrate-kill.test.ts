import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../lib/testing/test-database.ts'
import { migrate } from './migrate.ts'
import { functionsFolder as ownFunctionsFolder } from './sql-function.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')
/** Set, every statement of every migration is killed; else the one in the middle and the last of each. */
const testsEveryStatement = process.env['EVERY_STATEMENT'] !== undefined
let migratedDatabase: TestDatabase
let folder: string
let functionsFolder: string
let emptyDatabase: { url: string; sql: postgres.Sql; drop: () => Promise<void> }

beforeAll(async () => {
  migratedDatabase = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'storewright-killed-'))
  functionsFolder = await mkdtemp(join(tmpdir(), 'storewright-killed-functions-'))
  const name = `${new URL(migratedDatabase.ownerUrl).pathname.slice(1)}_killed`
  const owner = postgres(migratedDatabase.ownerUrl, { max: 1, onnotice: () => {} })
  await owner`create database ${owner(name)}`
  const url = new URL(migratedDatabase.ownerUrl)
  url.pathname = name
  const sql = postgres(url.href, { max: 4, onnotice: () => {} })
  emptyDatabase = {
    url: url.href,
    sql,
    drop: async () => {
      await sql.end()
      await owner`drop database ${owner(name)} with (force)`
      await owner.end()
    },
  }
})
afterAll(async () => {
  await emptyDatabase.drop()
  await migratedDatabase.drop()
  await rm(folder, { recursive: true, force: true })
  await rm(functionsFolder, { recursive: true, force: true })
})

/** A migration in its statements: parted at semicolons that are in no text, comment or body of a function. */
function splitStatements(text: string): string[] {
  const pieces =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[^;'"$/-]+|[\s\S]/g
  const statements = ['']
  for (const [piece] of text.matchAll(pieces)) {
    statements.push(`${statements.pop()}${piece}`)
    if (piece === ';') statements.push('')
  }
  return statements.filter(
    statement => statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '',
  )
}

const schemaQuery = `
  select 'column ' || table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '') || ' ' || coalesce(generation_expression, '') as line from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'invalid ' || indexrelid::regclass from pg_index where not indisvalid
  union all select 'rule ' || conrelid::regclass || ' ' || conname || ' ' || convalidated || ' ' || pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'function ' || pg_get_functiondef(oid) || ' ' || coalesce(proacl::text, '') from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all select 'policy ' || polrelid::regclass || ' ' || polname || ' ' || polcmd::text || ' ' || polpermissive || ' ' || coalesce(pg_get_expr(polqual, polrelid), '') || ' ' || coalesce(pg_get_expr(polwithcheck, polrelid), '') from pg_policy
  union all select 'table ' || relname || ' ' || relkind::text || ' ' || relpersistence::text || ' ' || relrowsecurity || ' ' || relforcerowsecurity || ' ' || coalesce(relacl::text, '') from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')
  order by 1`
const listSchemaLines = async (sql: postgres.Sql) =>
  (await sql.unsafe(schemaQuery)).map(({ line }) => String(line))

/** Ends the connection after half of the function files: none of them may be left. */
async function killBetweenFunctions() {
  const before = await listSchemaLines(emptyDatabase.sql)
  await cp(ownFunctionsFolder, functionsFolder, { recursive: true })
  await writeFile(
    join(functionsFolder, 'm_kill.sql'),
    'select pg_terminate_backend(pg_backend_pid());',
  )
  await expect(
    migrate(emptyDatabase.url, { folder, functionsFolder, hasOwnAppRole: true }),
  ).rejects.toThrow(/terminat|CONNECTION|closed/i)
  expect(await listSchemaLines(emptyDatabase.sql)).toEqual(before)
}

test(
  'killed at any statement of any migration, nothing of it is left, and the next run ends where one that was never killed did',
  async () => {
    let kills = 0
    for (const file of (await readdir(migrationsFolder)).toSorted()) {
      const text = await readFile(join(migrationsFolder, file), 'utf8')
      const statements = splitStatements(text)
      expect(statements.join(''), file).toBe(text.slice(0, statements.join('').length))
      const last = statements.length
      const places = testsEveryStatement
        ? statements.map((_, at) => at + 1)
        : [...new Set([Math.ceil(last / 2), last])]
      const before = await listSchemaLines(emptyDatabase.sql)
      for (const place of places) {
        const dying = [
          ...statements.slice(0, place),
          '\nselect pg_terminate_backend(pg_backend_pid());',
          ...statements.slice(place),
        ]
        await writeFile(join(folder, file), dying.join(''))
        await expect(
          migrate(emptyDatabase.url, { folder, functionsFolder, hasOwnAppRole: true }),
          `${file}, statement ${place}`,
        ).rejects.toThrow(/terminat|CONNECTION|closed/i)
        // The first migration of all may leave the table that migrations are counted in.
        expect(
          (await listSchemaLines(emptyDatabase.sql)).filter(line => !/migration/.test(line)),
          `${file}, statement ${place}`,
        ).toEqual(before.filter(line => !/migration/.test(line)))
        kills += 1
      }
      await cp(join(migrationsFolder, file), join(folder, file))
      await migrate(emptyDatabase.url, { folder, functionsFolder, hasOwnAppRole: true })
    }
    await killBetweenFunctions()
    await migrate(emptyDatabase.url, { folder, hasOwnAppRole: true })
    expect(kills).toBeGreaterThan(20)
    const never = postgres(migratedDatabase.ownerUrl, { max: 1 })
    expect(await listSchemaLines(emptyDatabase.sql)).toEqual(await listSchemaLines(never))
    const names = (sql: postgres.Sql) => sql`select name, sha256 from migration order by name`
    expect([...(await names(emptyDatabase.sql))]).toEqual([...(await names(never))])
    await never.end()
  },
  testsEveryStatement ? 3_600_000 : undefined,
)

test('a process killed in the middle of a long statement leaves no lock behind: the next one goes on in its place', async () => {
  const name = '9001-long.sql'
  await writeFile(join(folder, name), 'create table long (id int); select pg_sleep(1000);')
  const script = `import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}; await migrate(${JSON.stringify(emptyDatabase.url)}, { folder: ${JSON.stringify(folder)}, hasOwnAppRole: true })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const asleep = () =>
    emptyDatabase.sql`select 1 from pg_stat_activity where datname = current_database() and query like '%pg_sleep(1000)%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await asleep()).length, { timeout: 60_000 }).toBe(1)
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
  await writeFile(join(folder, name), 'create table long (id int);')
  await migrate(emptyDatabase.url, { folder, hasOwnAppRole: true })
  expect((await emptyDatabase.sql`select 1 from migration where name = '9001-long'`).length).toBe(1)
})

test('a table that somebody reads is changed once they are done, and nobody waits behind the change', async () => {
  await writeFile(join(folder, '9002-busy.sql'), 'alter table installation add column busy int;')
  const reader = await emptyDatabase.sql.reserve()
  await reader`begin`
  await reader`select 1 from installation`
  let isDone = false
  const change = migrate(emptyDatabase.url, { folder, hasOwnAppRole: true }).then(() => {
    isDone = true
  })
  const waiting = () =>
    emptyDatabase.sql`select 1 from pg_locks where relation = 'installation'::regclass and mode = 'AccessExclusiveLock' and not granted`
  await expect.poll(async () => (await waiting()).length, { timeout: 60_000, interval: 20 }).toBe(1)
  // It gives up and lets these through; were it to wait, they would wait with it until the reader is done.
  for (let n = 0; n < 5; n++)
    expect((await emptyDatabase.sql`select 1 from installation`).length).toBe(1)
  expect(isDone).toBe(false)
  await reader`commit`
  reader.release()
  await change
  expect((await emptyDatabase.sql`select 1 from migration where name = '9002-busy'`).length).toBe(1)
})

test('of tables that lack the rule for backups a busy one keeps none of the others waiting', async () => {
  const busy = await createTestDatabase()
  const sql = postgres(busy.ownerUrl, { max: 2, onnotice: () => {} })
  for (const table of ['category', 'product']) await sql`drop policy backup on ${sql(table)}`
  const reader = await sql.reserve()
  await reader`begin`
  await reader`lock table product in access share mode`
  const change = migrate(busy.ownerUrl)
  const allowed = async () =>
    (
      await sql`select polrelid::regclass::text as name from pg_policy where polname = 'backup' and polrelid in ('category'::regclass, 'product'::regclass)`
    ).map(({ name }) => name)
  await expect
    .poll(
      async () =>
        (
          await sql`select 1 from pg_locks where relation = 'product'::regclass and mode = 'AccessExclusiveLock' and not granted`
        ).length,
      { timeout: 60_000, interval: 20 },
    )
    .toBe(1)
  expect(await allowed()).toEqual(['category'])
  await reader`commit`
  reader.release()
  await change
  expect((await allowed()).toSorted()).toEqual(['category', 'product'])
  await sql.end()
  await busy.drop()
})
