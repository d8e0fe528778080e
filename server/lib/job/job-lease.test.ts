import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../testing/testing.ts'
import { renewLeases } from './job-lease.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

test('a job of a dead process is free again, one of a living process keeps its lock', async () => {
  await t.sql`select add_job('one', '{}'), add_job('two', '{}')`
  await t.sql`update graphile_worker._private_jobs j set locked_at = now() - interval '1 minute', locked_by = case k.identifier when 'one' then 'dead' else 'mine' end
    from graphile_worker._private_tasks k where k.id = j.task_id`
  await renewLeases(t.sql, ['mine'])
  const jobs =
    await t.sql`select task_identifier, locked_by, locked_at > now() - interval '5 seconds' as is_fresh from graphile_worker.jobs order by 1`
  expect(jobs).toEqual([
    { taskIdentifier: 'one', lockedBy: null, isFresh: null },
    { taskIdentifier: 'two', lockedBy: 'mine', isFresh: true },
  ])
})
