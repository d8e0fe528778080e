import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { type TestDatabase, testDatabase } from './lib/testing/test-database.ts'
import { refuseUnsafeConfig, refuseUnsafeDatabase } from './production-check.ts'

const safe = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://admin.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  SECRET_KEY: 'x'.repeat(32),
}
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'http://admin.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['SMTP_URL', { SMTP_URL: undefined }],
  ['SECRET_KEY', { SECRET_KEY: undefined }],
  ['LOG_LEVEL', { LOG_LEVEL: 'debug' }],
  ['WEBHOOKS_TO_ANYWHERE', { WEBHOOKS_TO_ANYWHERE: 'true' }],
  ['LIMIT_FACTOR', { LIMIT_FACTOR: '11' }],
  ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'sixteen-letters-' }],
])('production refuses an unsafe %s and names it alone: %o', (name, unsafe) => {
  expect(() => refuseUnsafeConfig(readConfig({ ...safe, ...unsafe }))).toThrow(
    new RegExp(`^[^\\n]+\\n${name} [^\\n]+$`),
  )
  expect(() =>
    refuseUnsafeConfig(readConfig({ ...safe, ...unsafe, NODE_ENV: 'development' })),
  ).not.toThrow()
})

test('production takes safe settings', () => {
  expect(() => refuseUnsafeConfig(readConfig({ ...safe, LIMIT_FACTOR: '10' }))).not.toThrow()
})

test('production refuses to serve as the owner of the tables', async () => {
  await expect(refuseUnsafeDatabase(readConfig(safe), database.ownerUrl)).rejects.toThrow(
    /may not own tables/,
  )
  await refuseUnsafeDatabase(readConfig({}), database.ownerUrl)
})

test('production refuses a role made by hand that could become the owner, or that waits for ever', async () => {
  const maker = postgres(Object.assign(new URL(database.ownerUrl), { username: 'postgres' }).href, {
    max: 1,
    onnotice: () => {},
  })
  const { username } = new URL(database.ownerUrl)
  const name = `by_hand_${process.pid}`
  const ownUrl = Object.assign(new URL(database.ownerUrl), {
    username: name,
    password: 'by-hand',
  }).href
  const refusal = () =>
    refuseUnsafeDatabase(readConfig(safe), ownUrl).then(
      () => '',
      (error: Error) => error.message,
    )
  try {
    await maker.unsafe(
      `create role ${name} login password 'by-hand' in role storewright_app, ${username}`,
    )
    await maker.unsafe(`alter role ${name} set statement_timeout = '15s'`)
    expect(await refusal()).toMatch(/member of the role that does/)
    await maker.unsafe(`revoke ${username} from ${name}`)
    expect(await refusal()).not.toMatch(/member of the role that does|a statement_timeout/)
    expect(await refusal()).toMatch(/a lock_timeout/)
  } finally {
    await maker.unsafe(`drop role ${name}`)
    await maker.end()
  }
})

test.each(['product', 'business'])(
  'production names the table %s when its row security is not forced',
  async table => {
    const owner = postgres(database.ownerUrl, { max: 1 })
    await owner`alter table ${owner(table)} no force row level security`
    const refusal = await refuseUnsafeDatabase(readConfig(safe), database.appUrl).then(
      () => '',
      (error: Error) => error.message,
    )
    await owner`alter table ${owner(table)} force row level security`
    await owner.end()
    expect(refusal).toContain(`table ${table} has`)
  },
)

// The databases of tests give up safety against a power cut, so those settings, and no others, are found.
test('production finds nothing wrong with what the migrations make, but names settings that lose data', async () => {
  const refusal = await refuseUnsafeDatabase(readConfig(safe), database.appUrl).then(
    () => '',
    (error: Error) => error.message,
  )
  const [, ...faults] = refusal.split('\n')
  expect(faults.filter(fault => !fault.startsWith('The database setting '))).toEqual([])
  expect(faults.join()).toContain('fsync')
})
