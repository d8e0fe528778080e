import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../lib/testing/test-database.ts'
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

test('gives the same application role again, and at once when nothing is to be done', async () => {
  const began = performance.now()
  const { appUrl } = await migrate(database.ownerUrl)
  expect(appUrl).toBe(database.appUrl)
  expect(performance.now() - began).toBeLessThan(1000)
})

test('many processes may migrate at the same time', async () => {
  const urls = await Promise.all(Array.from({ length: 5 }, () => migrate(database.ownerUrl)))
  expect(new Set(urls.map(({ appUrl }) => appUrl)).size).toBe(1)
})

test('the role that serves requests owns nothing, cannot pass row security and cannot read the secret', async () => {
  const app = postgres(database.appUrl, { max: 1 })
  try {
    const [role] =
      await app`select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`
    expect(role).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
    })
    const [owned] =
      await app`select count(*)::int as tables from pg_class where relowner = current_user::regrole`
    expect(owned?.tables).toBe(0)
    await expect(app`select secret from installation`).rejects.toThrow('permission denied')
    const [limit] =
      await app`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`
    expect(limit).toEqual({ statement: '15s', lock: '5s' })
  } finally {
    await app.end()
  }
})

test('the owner of the tables is no superuser, as on a managed server', async () => {
  const [owner] =
    await sql`select rolsuper, rolbypassrls from pg_roles where rolname = current_user`
  expect(owner).toEqual({ rolsuper: false, rolbypassrls: false })
})

test('refuses data of a newer version', async () => {
  await sql`insert into migration (name, sha256) values ('9999-tomorrow', '')`
  await expect(migrate(database.ownerUrl)).rejects.toThrow(
    'newer version of Storewright (it has the migration 9999-tomorrow)',
  )
  await sql`delete from migration where name = '9999-tomorrow'`
})

test('a migration that fails leaves nothing of itself, and one that was changed afterwards is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-migrations-'))
  const fresh = await createTestDatabase()
  const owner = postgres(fresh.ownerUrl, { max: 1 })
  try {
    await owner`delete from migration`
    await writeFile(join(folder, '0001-good.sql'), 'create table good (id int);')
    await writeFile(join(folder, '0002-bad.sql'), 'create table half (id int); select 1 / 0;')
    await expect(migrate(fresh.ownerUrl, { folder })).rejects.toThrow(
      '0002-bad failed: division by zero',
    )
    const names = await owner`select name from migration`
    expect(names.map(({ name }) => name)).toEqual(['0001-good'])
    const [half] = await owner`select to_regclass('half') as half`
    expect(half?.half).toBeNull()
    await writeFile(join(folder, '0001-good.sql'), 'create table other (id int);')
    await expect(migrate(fresh.ownerUrl, { folder })).rejects.toThrow('no longer the one')
  } finally {
    await owner.end()
    await fresh.drop()
    await rm(folder, { recursive: true })
  }
})

test.each([
  [
    'a wrong password',
    (url: URL) => {
      url.password = 'hunter2'
    },
    'refuses the user or the password',
  ],
  [
    'a database that is not there',
    (url: URL) => {
      url.pathname = '/nowhere'
    },
    'has no database nowhere',
  ],
  [
    'a port where nobody listens',
    (url: URL) => {
      url.port = '1'
    },
    'No PostgreSQL answers at 127.0.0.1:1',
  ],
])('says in one sentence: %s', async (_name, change, sentence) => {
  const url = new URL(database.ownerUrl)
  change(url)
  const failure = await migrate(url.href).catch(error => error)
  expect(failure.message).toContain(sentence)
  expect(failure.message).not.toContain('hunter2')
})
