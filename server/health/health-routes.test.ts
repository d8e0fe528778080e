import postgres from 'postgres'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { App } from '../lib/call/serve.ts'
import { withClockAhead } from '../testing/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createDatabaseProbe } from './health-store.ts'

let database: TestDatabase
let app: App
beforeEach(async () => {
  database = await createTestDatabase()
  app = await buildApp({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    ...database,
    runsJobs: false,
  })
})
afterEach(async () => {
  await app.close()
  await database.drop()
})

test('is alive without a token', async () => {
  const reply = await app.inject('/health/live')
  expect([reply.statusCode, reply.json()]).toEqual([200, { status: true, data: { alive: true } }])
})

test('is ready if the database answers and has every migration, even with all connections in use', async () => {
  const { pool } = app.db
  const connections = await Promise.all(
    Array.from({ length: pool.getState().size }, () => pool.acquire()),
  )
  const reply = await app.inject('/health/ready')
  for (const connection of connections) pool.release(connection)
  expect(reply.json().data).toEqual({
    ready: true,
    database: true,
    migrations: true,
    draining: false,
  })
})

test('is not ready without the latest migration, and says when to retry', async () => {
  expect((await app.inject('/health/ready')).statusCode).toBe(200)
  const owner = postgres(database.ownerUrl, { max: 1 })
  await owner`delete from migration where name = (select max(name) from migration)`
  const cachedReply = await app.inject('/health/ready')
  expect(cachedReply.statusCode, 'the result is cached for a second').toBe(200)
  const reply = await withClockAhead(1001, async () => app.inject('/health/ready'))
  expect(reply.statusCode).toBe(503)
  expect(reply.json()).toMatchObject({
    code: 'not_ready',
    data: { database: true, migrations: false },
  })
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  await owner.end()
})

test('is not ready while the database is unavailable, and is ready afterwards', async () => {
  const databaseProbe = createDatabaseProbe(database.appUrl)
  const waitUntilReady = () =>
    expect.poll(() => databaseProbe.check()).toEqual({ database: true, migrations: true })
  await waitUntilReady()
  const name = new URL(database.ownerUrl).pathname.slice(1)
  const adminSql = postgres(
    Object.assign(new URL(database.ownerUrl), { username: 'postgres', pathname: '/postgres' }).href,
    { max: 1 },
  )
  try {
    await adminSql`alter database ${adminSql(name)} allow_connections false`
    await adminSql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`
    expect(await databaseProbe.check()).toEqual({ database: false, migrations: false })
  } finally {
    await adminSql`alter database ${adminSql(name)} allow_connections true`
    await adminSql.end()
  }
  await waitUntilReady()
  await databaseProbe.close()
})

test('stays ready during two slow checks of the database in a row, but not during a third', async () => {
  const databaseProbe = createDatabaseProbe(database.appUrl)
  const ready = { database: true, migrations: true }
  await expect.poll(() => databaseProbe.check()).toEqual(ready)
  const owner = postgres(database.ownerUrl, { max: 1 })
  const results = await owner.begin(async tx => {
    await tx`lock table migration`
    return [await databaseProbe.check(), await databaseProbe.check(), await databaseProbe.check()]
  })
  expect(results).toEqual([ready, ready, { database: false, migrations: false }])
  await owner.end()
  await expect.poll(() => databaseProbe.check()).toEqual(ready)
  await databaseProbe.close()
})

test('is not ready while the process shuts down', async () => {
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  expect((await fetch(`${url}/health/ready`)).status).toBe(200)
  app.server.close()
  expect((await app.inject('/health/ready')).json()).toMatchObject({
    code: 'not_ready',
    data: { draining: true },
  })
})

test('serves security.txt only if SECURITY_CONTACT is set', async () => {
  expect((await app.inject('/.well-known/security.txt')).statusCode).toBe(404)
  const configuredApp = await buildApp({
    config: readConfig({
      LOG_LEVEL: 'silent',
      SECURITY_CONTACT: 'mailto:security@example.com',
      PUBLIC_URL: 'https://admin.example.com',
    }),
    ...database,
    runsJobs: false,
  })
  const reply = await configuredApp.inject('/.well-known/security.txt')
  expect(reply.headers['content-type']).toContain('text/plain')
  expect(reply.body).toContain('Contact: mailto:security@example.com\n')
  expect(reply.body).toContain('Canonical: https://admin.example.com/.well-known/security.txt\n')
  const expires = Date.parse(/^Expires: (.+)$/m.exec(reply.body)?.[1] ?? '')
  expect(expires - Date.now()).toBeGreaterThan(150 * 86_400_000)
  expect(expires - Date.now()).toBeLessThan(365 * 86_400_000)
  await configuredApp.close()
})
