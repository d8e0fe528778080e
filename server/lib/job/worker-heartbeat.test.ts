import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import { startTestApp, type TestApp } from '../../testing/testing.ts'
import { type JobHandlers, startJobWorker } from './jobs.ts'
import { startWorkerHeartbeat } from './worker-heartbeat.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
beforeEach(() => t.sql`delete from graphile_worker._private_jobs`)
afterAll(() => t.close())

const timing = { intervalMs: 200, deadAfterMs: 3000 }
const startWorker = (jobs: JobHandlers) =>
  startJobWorker({
    ownerUrl: t.ownerUrl,
    jobs,
    rules: Object.fromEntries(Object.keys(jobs).map(name => [name, { deadline: '5m' }])),
    log: t.app.log,
    timing,
  })
/** Watches like another process, and runs no jobs itself. */
const startWatcher = () => startWorkerHeartbeat(t.ownerUrl, new Set(), timing)
const listJobs = () =>
  t.sql`select task_identifier, locked_by, attempts from graphile_worker.jobs order by 1`

/** Fails until the worker of the job has reported longer than a worker without reports keeps its job. */
async function expectReportOfLongJob() {
  const reports = await t.sql`
    select from graphile_worker.jobs job join job_worker worker on worker.worker_id = job.locked_by
    where worker.seen_at > job.locked_at + make_interval(secs => ${(2.5 * timing.deadAfterMs) / 1000})`
  expect(reports).toHaveLength(1)
}

test('a slow worker keeps its job while it reports, and no other worker runs it', async () => {
  let runCount = 0
  const jobs: JobHandlers = {
    async slow() {
      runCount += 1
      await eventually(expectReportOfLongJob)
    },
  }
  const workers = [await startWorker(jobs), await startWorker(jobs)]
  const watcher = startWatcher()
  try {
    await t.sql`select add_job('slow', '{}')`
    await eventually(async () => expect(await listJobs()).toHaveLength(0))
    expect(runCount).toBe(1)
  } finally {
    await watcher.stop()
    for (const worker of workers) await worker.stop()
  }
})

test('the job of a worker that stops reporting is released and keeps its attempts', async () => {
  await t.sql`select add_job('dead', '{}'), add_job('unknown', '{}')`
  await t.sql`
    insert into job_worker (worker_id, seen_at)
    values ('dead', now()), ('alive', now() + interval '1 hour')`
  await lockAs('dead', 'dead')
  await lockAs('unknown', 'never reported')
  await t.sql`select add_job('patient', '{}')`
  await lockAs('patient', 'alive')
  const watcher = startWatcher()
  await eventually(async () =>
    expect(await listJobs()).toEqual([
      { taskIdentifier: 'dead', lockedBy: null, attempts: 1 },
      { taskIdentifier: 'patient', lockedBy: 'alive', attempts: 1 },
      { taskIdentifier: 'unknown', lockedBy: null, attempts: 1 },
    ]),
  )
  await watcher.stop()
})

/** Locks a job as graphile-worker does when a worker takes it. */
const lockAs = (task: string, workerId: string) => t.sql`
  update graphile_worker._private_jobs job
  set locked_at = now(), locked_by = ${workerId}, attempts = attempts + 1
  from graphile_worker._private_tasks task
  where task.id = job.task_id and task.identifier = ${task}`
