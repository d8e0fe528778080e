import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { expect, onTestFinished, test } from 'vitest'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../lib/testing/test-database.ts'
import { migrate } from './migrate.ts'
import { functionsFolder as ownFunctionsFolder } from './sql-function.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')
/** Kills every statement of every migration. */
const testsEveryStatement = process.env['EVERY_STATEMENT'] !== undefined
/** Otherwise only the newest migrations are killed: in the middle and after their last statement. */
const newestCount = 12

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
type Database = ReturnType<typeof connect>
/** Creates a migrated database, and a folder with its migrations and one more. */
async function createMigratedDatabase(file: string, text: string) {
  const folder = await createFolder()
  await cp(migrationsFolder, folder, { recursive: true })
  await writeFile(join(folder, file), text)
  return { ...connect(await createTestDatabase()), folder }
}

/** Splits a migration at the semicolons outside of strings, comments and function bodies. */
function splitStatements(text: string): string[] {
  const tokenPattern =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[^;'"$/-]+|[\s\S]/g
  const statements = ['']
  for (const [token] of text.matchAll(tokenPattern)) {
    statements.push(`${statements.pop()}${token}`)
    if (token === ';') statements.push('')
  }
  return statements.filter(
    statement => statement.replaceAll(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').trim() !== '',
  )
}

const schemaQuery = `
  select concat_ws(' ', 'column', table_name || '.' || column_name, data_type, is_nullable,
    coalesce(column_default, ''), coalesce(generation_expression, '')) as line
  from information_schema.columns where table_schema = 'public'
  union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
  union all select 'invalid ' || indexrelid::regclass from pg_index where not indisvalid
  union all
  select concat_ws(' ', 'rule', conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid))
  from pg_constraint where connamespace = 'public'::regnamespace
  union all
  select concat_ws(' ', 'function', pg_get_functiondef(oid), coalesce(proacl::text, ''))
  from pg_proc where pronamespace = 'public'::regnamespace and prokind = 'f'
  union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, polpermissive,
    coalesce(pg_get_expr(polqual, polrelid), ''), coalesce(pg_get_expr(polwithcheck, polrelid), ''))
  from pg_policy
  union all
  select concat_ws(' ', 'table', relname, relkind, relpersistence, relrowsecurity,
    relforcerowsecurity, coalesce(relacl::text, ''))
  from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')
  order by 1`
const listSchemaLines = async (sql: postgres.Sql) =>
  (await sql.unsafe(schemaQuery)).map(({ line }) => String(line))

/** Kills the connection after half of the function files. All of them must be rolled back. */
async function killBetweenFunctions({ url, sql }: Database, folder: string) {
  const functionsFolder = await createFolder()
  const before = await listSchemaLines(sql)
  await cp(ownFunctionsFolder, functionsFolder, { recursive: true })
  await writeFile(
    join(functionsFolder, 'm_kill.sql'),
    'select pg_terminate_backend(pg_backend_pid());',
  )
  await expect(migrate(url, { folder, functionsFolder, hasOwnAppRole: true })).rejects.toThrow(
    /terminat|CONNECTION|closed/i,
  )
  expect(await listSchemaLines(sql)).toEqual(before)
}

test(
  'a killed migration is rolled back, and the next run completes it',
  async () => {
    const database = connect(await createEmptyDatabase())
    const { url, sql } = database
    const [folder, functionsFolder] = [await createFolder(), await createFolder()]
    let killCount = 0
    const files = (await readdir(migrationsFolder)).toSorted()
    for (const [index, file] of files.entries()) {
      const text = await readFile(join(migrationsFolder, file), 'utf8')
      const statements = splitStatements(text)
      expect(statements.join(''), file).toBe(text.slice(0, statements.join('').length))
      const statementCount = statements.length
      const isNew = index >= files.length - newestCount
      if (!testsEveryStatement && !isNew) {
        await cp(join(migrationsFolder, file), join(folder, file))
        continue
      }
      const killPositions = testsEveryStatement
        ? statements.map((_, position) => position + 1)
        : new Set([Math.ceil(statementCount / 2), statementCount])
      await migrate(url, { folder, functionsFolder, hasOwnAppRole: true })
      const before = await listSchemaLines(sql)
      for (const position of killPositions) {
        const killedMigration = [
          ...statements.slice(0, position),
          '\nselect pg_terminate_backend(pg_backend_pid());',
          ...statements.slice(position),
        ]
        await writeFile(join(folder, file), killedMigration.join(''))
        await expect(
          migrate(url, { folder, functionsFolder, hasOwnAppRole: true }),
          `${file}, statement ${position}`,
        ).rejects.toThrow(/terminat|CONNECTION|closed/i)
        // The first migration can leave the table `migration` behind.
        expect(
          (await listSchemaLines(sql)).filter(line => !/migration/.test(line)),
          `${file}, statement ${position}`,
        ).toEqual(before.filter(line => !/migration/.test(line)))
        killCount += 1
      }
      await cp(join(migrationsFolder, file), join(folder, file))
    }
    await migrate(url, { folder, functionsFolder, hasOwnAppRole: true })
    await killBetweenFunctions(database, folder)
    await migrate(url, { folder, hasOwnAppRole: true })
    expect(killCount).toBeGreaterThanOrEqual(newestCount)
    const uninterrupted = connect(await createTestDatabase()).sql
    expect(await listSchemaLines(sql)).toEqual(await listSchemaLines(uninterrupted))
    const listApplied = (from: postgres.Sql) =>
      from`select name, sha256 from migration order by name`
    expect([...(await listApplied(sql))]).toEqual([...(await listApplied(uninterrupted))])
  },
  testsEveryStatement ? 3_600_000 : undefined,
)

test('a process that is killed during a long statement leaves no lock behind', async () => {
  const name = '9001-long.sql'
  const { url, sql, folder } = await createMigratedDatabase(
    name,
    'create table long (id int); select pg_sleep(1000);',
  )
  const script = `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    const options = { folder: ${JSON.stringify(folder)}, hasOwnAppRole: true }
    await migrate(${JSON.stringify(url)}, options)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'ignore' })
  const listSleepingSessions = () => sql`
    select 1 from pg_stat_activity
    where datname = current_database() and query like '%pg_sleep(1000)%' and pid <> pg_backend_pid()`
  await expect.poll(async () => (await listSleepingSessions()).length, { timeout: 60_000 }).toBe(1)
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
  await writeFile(join(folder, name), 'create table long (id int);')
  await migrate(url, { folder, hasOwnAppRole: true })
  expect((await sql`select 1 from migration where name = '9001-long'`).length).toBe(1)
})

test('a migration waits for a reader of its table without blocking other readers', async () => {
  const { url, sql, folder } = await createMigratedDatabase(
    '9002-busy.sql',
    'alter table installation add column busy int;',
  )
  const reader = await sql.reserve()
  await reader`begin`
  await reader`select 1 from installation`
  let isDone = false
  const change = migrate(url, { folder, hasOwnAppRole: true }).then(() => {
    isDone = true
  })
  const listWaitingLocks = () => sql`
    select 1 from pg_locks
    where relation = 'installation'::regclass and mode = 'AccessExclusiveLock' and not granted`
  await expect
    .poll(async () => (await listWaitingLocks()).length, { timeout: 60_000, interval: 20 })
    .toBe(1)
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
  await expect
    .poll(async () => (await listWaitingLocks()).length, { timeout: 60_000, interval: 20 })
    .toBe(1)
  expect(await listTablesWithPolicy()).toEqual(['category'])
  await reader`commit`
  reader.release()
  await change
  expect(await listTablesWithPolicy()).toEqual(['category', 'product'])
  await sql.end()
  await database.drop()
})
