import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlFolders } from '../lib/db/sql-file.ts'
import { listCatalog } from '../testing/db/test-catalog.ts'
import {
  createEmptyDatabase,
  createTestDatabase,
  type TestDatabase,
} from '../testing/test-database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let sql: postgres.Sql
beforeAll(async () => {
  database = await createTestDatabase()
  sql = postgres(database.ownerUrl, { max: 2, onnotice: () => {} })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

test('a current database keeps its role, and no process waits for the migration lock', async () => {
  const listApplied = () => sql`
    select name, sha256, applied_at from migration
    union all select name, sha256, applied_at from sql_function
    order by 1`
  const appliedBefore = [...(await listApplied())]
  await sql.begin(async tx => {
    await tx`select pg_advisory_xact_lock(hashtext('storewright migration'))`
    // Never returns if it needs the lock.
    const { appUrl } = await migrate(database.ownerUrl)
    expect(appUrl).toBe(database.appUrl)
  })
  expect([...(await listApplied())]).toEqual(appliedBefore)
})

test('many processes can migrate at the same time', async () => {
  const urls = await Promise.all(Array.from({ length: 5 }, () => migrate(database.ownerUrl)))
  expect(new Set(urls.map(({ appUrl }) => appUrl)).size).toBe(1)
})

test('many processes can create the tables of an empty database at the same time', async () => {
  const emptyDatabase = await createEmptyDatabase()
  const owner = postgres(emptyDatabase.ownerUrl, { max: 1 })
  try {
    const urls = await Promise.all(Array.from({ length: 5 }, () => migrate(emptyDatabase.ownerUrl)))
    expect(new Set(urls.map(({ appUrl }) => appUrl)).size).toBe(1)
    expect(await listCatalog(owner)).toEqual(await listCatalog(sql))
    const [installation] = await owner`select count(*)::int as count from installation`
    expect(installation?.count).toBe(1)
  } finally {
    await owner.end()
    await emptyDatabase.drop()
  }
})

test('the role that serves requests owns nothing, is bound by row security and cannot read the secret', async () => {
  const app = postgres(database.appUrl, { max: 1 })
  try {
    const [role] = await app`
      select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb
      from pg_roles where rolname = current_user`
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
    })
    const [ownership] = await app`
      select count(*)::int as tables from pg_class where relowner = current_user::regrole`
    expect(ownership?.tables).toBe(0)
    await expect(app`select secret from installation`).rejects.toThrow('permission denied')
    const [timeouts] = await app`
      select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    expect(timeouts).toEqual({ statement: '15s', lock: '5s' })
  } finally {
    await app.end()
  }
})

test('the owner of the tables is not a superuser, as on a managed server', async () => {
  const [owner] =
    await sql`select rolsuper, rolbypassrls from pg_roles where rolname = current_user`
  expect(owner).toEqual({ rolsuper: false, rolbypassrls: false })
})

test('rejects data of a newer version', async () => {
  await sql`insert into migration (name, sha256) values ('9999-tomorrow', '')`
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    'newer version of Storewright (it has the migration 9999-tomorrow)',
  )
  await sql`delete from migration where name = '9999-tomorrow'`
})

test('a failed migration is rolled back, and a changed migration is rejected', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-migrations-'))
  await cp(sqlFolders.migrations, folder, { recursive: true })
  const folders = { migrations: folder }
  const newDatabase = await createTestDatabase()
  const owner = postgres(newDatabase.ownerUrl, { max: 1 })
  try {
    const listNames = async () =>
      (await owner`select name from migration order by name`).map(({ name }) => name)
    const namesBefore = await listNames()
    await writeFile(join(folder, '9001-good.sql'), 'create table good (id int);')
    await writeFile(join(folder, '9002-bad.sql'), 'create table half (id int); select 1 / 0;')
    await expect(migrate(newDatabase.ownerUrl, { folders })).rejects.toThrow(
      '9002-bad failed: division by zero',
    )
    expect(await listNames()).toEqual([...namesBefore, '9001-good'])
    const [table] = await owner`select to_regclass('half') as name`
    expect(table?.name).toBeNull()
    await writeFile(join(folder, '9001-good.sql'), 'create table other (id int);')
    await expect(migrate(newDatabase.ownerUrl, { folders })).rejects.toThrow(
      '9001-good was changed after it was applied',
    )
  } finally {
    await owner.end()
    await newDatabase.drop()
    await rm(folder, { recursive: true })
  }
})

test.each([
  [
    'a wrong password',
    (url: URL) => {
      url.password = 'hunter2'
    },
    'rejects the user or the password',
  ],
  [
    'a missing database',
    (url: URL) => {
      url.pathname = '/nowhere'
    },
    'has no database nowhere',
  ],
  [
    'a port without a server',
    (url: URL) => {
      url.port = '1'
    },
    'No PostgreSQL server responds at 127.0.0.1:1',
  ],
])('explains %s without the password', async (_name, change, sentence) => {
  const url = new URL(database.ownerUrl)
  change(url)
  const failure = await migrate(url.href).catch(error => error)
  expect(failure.message).toContain(sentence)
  expect(failure.message).not.toContain('hunter2')
})
