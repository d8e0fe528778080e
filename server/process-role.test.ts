import { request } from 'node:http'
import postgres from 'postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createTestDatabase, type TestDatabase } from './testing/test-database.ts'
import { loadTestStorefront } from './testing/test-storefront.ts'

let database: TestDatabase
let owner: postgres.Sql
beforeAll(async () => {
  database = await createTestDatabase()
  owner = postgres(database.ownerUrl, { max: 1 })
})
afterAll(async () => {
  await owner.end()
  await database.drop()
})

async function startProcess(ROLE: string) {
  const app = await buildApp({
    config: readConfig({
      ROLE,
      DATABASE_URL: database.ownerUrl,
      INTERNAL_PORT: '0',
      MAIL_IN_HOST: 'mail.example.com',
      MAIL_IN_PORT: '0',
      LOG_LEVEL: 'silent',
    }),
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    loadStorefront: loadTestStorefront,
  })
  onTestFinished(() => app.close())
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const open = (path: string, host = 'localhost') =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ port, path, host: '127.0.0.1', headers: { host }, agent: false }, reply => {
        reply.resume()
        resolve(reply.statusCode)
      })
        .on('error', reject)
        .end()
    })
  return { app, open }
}

/** Returns the number of workers that have reported to be alive. */
async function countWorkers(): Promise<number> {
  const [row] = await owner<{ count: number }[]>`select count(*)::integer as count from job_worker`
  return row?.count ?? 0
}

test('a process with the role web runs no jobs and receives no emails, one with jobs does only that', async () => {
  const web = await startProcess('web')
  expect(web.app.config.mailIn?.port).toBeUndefined()
  expect(await web.open('/api/business/login')).not.toBe(421)
  const [session] = await owner`
    select from pg_stat_activity
    where datname = current_database() and query like '%graphile_worker%' and pid <> pg_backend_pid()`
  expect(session, 'no worker is connected').toBeUndefined()

  const jobs = await startProcess('jobs')
  expect(jobs.app.config.internalPort).toBeUndefined()
  expect(jobs.app.config.mailIn?.port).toBe(0)
  expect(jobs.app.storefront).toBeUndefined()
  await expect.poll(countWorkers).toBeGreaterThan(0)
  await owner`select graphile_worker.add_job('search.cleanup', job_key => 'role')`
  const listJobs = () => owner`select from graphile_worker.jobs where key = 'role'`
  await expect.poll(listJobs).toHaveLength(0)
  expect(await jobs.open('/health/ready')).toBe(200)
  expect(await jobs.open('/health/live', 'a-store.storewright.localhost')).toBe(200)
  for (const path of ['/', '/api/business/login', '/api/openapi.json', '/health/readiness'])
    expect([path, await jobs.open(path)]).toEqual([path, 421])
  expect(await jobs.open('/', 'a-store.storewright.localhost')).toBe(421)
})
