import postgres from 'postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { assertSafeConfig, assertSafeDatabase } from './production-check.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'

const safeSettings = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://admin.example.com',
  SMTP_URL: 'smtps://mail.example.com',
  SECRET_KEY: 'x'.repeat(32),
}
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each([
  ['PUBLIC_URL', { PUBLIC_URL: 'http://admin.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['STOREFRONT_HOST', { STOREFRONT_HOST: 'stores.example.com' }],
  ['SMTP_URL', { SMTP_URL: undefined }],
  ['SECRET_KEY', { SECRET_KEY: undefined }],
  ['LOG_LEVEL', { LOG_LEVEL: 'debug' }],
  ['WEBHOOKS_TO_ANYWHERE', { WEBHOOKS_TO_ANYWHERE: 'true' }],
  ['LIMIT_FACTOR', { LIMIT_FACTOR: '11' }],
  ['NODE_TLS_REJECT_UNAUTHORIZED', { NODE_TLS_REJECT_UNAUTHORIZED: '0' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'sixteen-letters-' }],
])('production rejects an unsafe %s and names only this variable: %o', (name, unsafeSettings) => {
  expect(() => assertSafeConfig(readConfig({ ...safeSettings, ...unsafeSettings }))).toThrow(
    new RegExp(`^[^\\n]+\\n${name} [^\\n]+$`),
  )
  expect(() =>
    assertSafeConfig(readConfig({ ...safeSettings, ...unsafeSettings, NODE_ENV: 'development' })),
  ).not.toThrow()
})

test('production accepts safe settings', () => {
  expect(() => assertSafeConfig(readConfig({ ...safeSettings, LIMIT_FACTOR: '10' }))).not.toThrow()
})

test('production rejects the owner of the tables as the role that serves requests', async () => {
  await expect(assertSafeDatabase(readConfig(safeSettings), database.ownerUrl)).rejects.toThrow(
    /may not own tables/,
  )
  await assertSafeDatabase(readConfig({}), database.ownerUrl)
})

test('production rejects a manually created role that is a member of the owner or has no timeout', async () => {
  const superuserSql = postgres(
    Object.assign(new URL(database.ownerUrl), { username: 'postgres' }).href,
    {
      max: 1,
      onnotice: () => {},
    },
  )
  const { username } = new URL(database.ownerUrl)
  const name = `by_hand_${process.pid}`
  const roleUrl = Object.assign(new URL(database.ownerUrl), {
    username: name,
    password: 'by-hand',
  }).href
  const getRejection = () =>
    assertSafeDatabase(readConfig(safeSettings), roleUrl).then(
      () => '',
      (error: Error) => error.message,
    )
  try {
    await superuserSql.unsafe(
      `create role ${name} login password 'by-hand' in role storewright_app, ${username}`,
    )
    await superuserSql.unsafe(`alter role ${name} set statement_timeout = '15s'`)
    expect(await getRejection()).toMatch(/member of the role that does/)
    await superuserSql.unsafe(`revoke ${username} from ${name}`)
    expect(await getRejection()).not.toMatch(/member of the role that does|a statement_timeout/)
    expect(await getRejection()).toMatch(/a lock_timeout/)
  } finally {
    await superuserSql.unsafe(`drop role ${name}`)
    await superuserSql.end()
  }
})

test.each(['product', 'store'])(
  'production names the table %s when its row security is not forced',
  async table => {
    const owner = postgres(database.ownerUrl, { max: 1 })
    await owner`alter table ${owner(table)} no force row level security`
    const rejection = await assertSafeDatabase(readConfig(safeSettings), database.appUrl).then(
      () => '',
      (error: Error) => error.message,
    )
    await owner`alter table ${owner(table)} force row level security`
    await owner.end()
    expect(rejection).toContain(`table ${table} has`)
  },
)

// The test databases of this project disable durability for speed, so only those settings are rejected.
test('production accepts the role created by the migration, and rejects settings that lose data', async () => {
  const rejection = await assertSafeDatabase(readConfig(safeSettings), database.appUrl).then(
    () => '',
    (error: Error) => error.message,
  )
  const [, ...problems] = rejection.split('\n')
  expect(problems.filter(problem => !problem.startsWith('The database setting '))).toEqual([])
  const owner = postgres(database.ownerUrl, { max: 1 })
  const [setting] = await owner<{ fsync: string }[]>`show fsync`
  await owner.end()
  expect(problems.join().includes('fsync')).toBe(setting?.fsync === 'off')
})
