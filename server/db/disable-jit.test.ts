import postgres from 'postgres'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { disableJit } from './disable-jit.ts'

const role = 'storewright_compiling'
const password = 'of a role that compiles'
let database: TestDatabase
let owner: postgres.Sql
let roleUrl: string
beforeAll(async () => {
  database = await createTestDatabase()
  owner = postgres(database.ownerUrl, { max: 1, onnotice: () => {} })
  await owner.unsafe(`drop role if exists ${role}`)
  await owner.unsafe(`create role ${role} login password '${password}'`)
  roleUrl = Object.assign(new URL(database.ownerUrl), { username: role, password }).href
})
beforeEach(async () => {
  await owner.unsafe(`alter role ${role} reset all`)
  await owner.unsafe(`alter role ${role} set jit = on`)
})
afterAll(async () => {
  await owner.unsafe(`drop role if exists ${role}`)
  await owner.end()
  await database.drop()
})

async function getJit(url: string): Promise<string> {
  const sql = postgres(url, { max: 1 })
  const [row] = await sql<{ jit: string }[]>`select current_setting('jit') as jit`
  await sql.end()
  return row?.jit ?? ''
}

test('turns off compilation for a role without further rights', async () => {
  expect(await getJit(roleUrl)).toBe('on')
  expect(await disableJit(roleUrl)).toBeUndefined()
  expect(await getJit(roleUrl)).toBe('off')
})

test('names the statement if the server does not allow it', async () => {
  await owner.unsafe(`alter role ${role} set default_transaction_read_only = on`)
  expect(await disableJit(roleUrl)).toContain(`Run "alter role "${role}" set jit = off"`)
})

test('the role that serves requests compiles nothing', async () => {
  expect(await getJit(database.appUrl)).toBe('off')
})
