import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { type TestDatabase, testDatabase } from './lib/test-database.ts'
import { refuseUnsafeConfig, refuseUnsafeDatabase } from './production-check.ts'

const safe = { NODE_ENV: 'production', PUBLIC_URL: 'https://admin.example.com', SMTP_URL: 'smtps://mail.example.com' }
let database: TestDatabase
beforeAll(async () => { database = await testDatabase() })
afterAll(() => database.drop())

test.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'http://admin.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['SMTP_URL', { SMTP_URL: undefined }],
  ['LOG_LEVEL', { LOG_LEVEL: 'debug' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'sixteen-letters-' }],
])('production refuses an unsafe %s and names it alone: %o', (name, unsafe) => {
  expect(() => refuseUnsafeConfig(readConfig({ ...safe, ...unsafe }))).toThrow(new RegExp(`^[^\\n]+\\n${name} [^\\n]+$`))
  expect(() => refuseUnsafeConfig(readConfig({ ...safe, ...unsafe, NODE_ENV: 'development' }))).not.toThrow()
})

test('production takes safe settings', () => {
  expect(() => refuseUnsafeConfig(readConfig(safe))).not.toThrow()
})

test('production refuses to serve as the owner of the tables', async () => {
  await expect(refuseUnsafeDatabase(readConfig(safe), database.ownerUrl)).rejects.toThrow(/may not own tables/)
  await refuseUnsafeDatabase(readConfig({}), database.ownerUrl)
})

test('production names a table whose row security is not forced', async () => {
  const owner = postgres(database.ownerUrl, { max: 1 })
  await owner`alter table product no force row level security`
  await expect(refuseUnsafeDatabase(readConfig(safe), database.appUrl)).rejects.toThrow(/table product has/)
  await owner`alter table product force row level security`
  await owner.end()
})

// The databases of tests give up safety against a power cut, so those settings, and no others, are found.
test('production finds nothing wrong with what the migrations make, but names settings that lose data', async () => {
  const refusal = await refuseUnsafeDatabase(readConfig(safe), database.appUrl).then(() => '', (error: Error) => error.message)
  const [, ...faults] = refusal.split('\n')
  expect(faults.filter(fault => !fault.startsWith('The database setting '))).toEqual([])
  expect(faults.join()).toContain('fsync')
})
