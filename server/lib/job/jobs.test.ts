import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { startJobWorker } from './jobs.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('long jobs never delay other jobs', async () => {
  const { promise: release, resolve: finishLongJobs } = Promise.withResolvers<void>()
  const finished: string[] = []
  const worker = await startJobWorker({
    ownerUrl: t.ownerUrl,
    rules: { long: { deadline: '5m', workers: 'import' }, short: { deadline: '1m' } },
    log: t.app.log,
    jobs: {
      async long() {
        await release
        finished.push('long')
      },
      async short() {
        finished.push('short')
      },
    },
  })
  await t.sql`select add_job('long', '{}') from generate_series(1, 3)`
  await t.sql`select add_job('short', '{}')`
  await eventually(() => expect(finished).toEqual(['short']))
  finishLongJobs()
  await eventually(() => expect(finished).toHaveLength(4))
  await worker.stop()
})

test('a job that waited during the update from the earlier name of stores finds its store', async () => {
  const payloads: unknown[] = []
  const worker = await startJobWorker({
    ownerUrl: t.ownerUrl,
    rules: { earlier: { deadline: '1m' } },
    log: t.app.log,
    jobs: {
      async earlier(payload) {
        payloads.push(payload)
      },
    },
  })
  await t.sql`select add_job('earlier', '{"businessId": "1", "id": "2"}')`
  await eventually(() => expect(payloads).toHaveLength(1))
  await worker.stop()
  expect(payloads).toMatchObject([{ storeId: '1', id: '2' }])
})

test('jobs that ran are no longer in the database, even if their deletion takes time', async () => {
  await t.sql`
    create function delay_deletion() returns trigger language plpgsql
    as 'begin perform pg_sleep(0.1); return old; end'`
  await t.sql`
    create trigger delay before delete on graphile_worker._private_jobs
    for each row execute function delay_deletion()`
  await t.sql`select add_job('short', '{}')`
  await t.runJobs({ short: async () => {} })
  expect([
    ...(await t.sql`select from graphile_worker.jobs where task_identifier = 'short'`),
  ]).toEqual([])
})
