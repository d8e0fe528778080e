import type postgres from 'postgres'
import type { App } from '../lib/call/serve.ts'
import { type JobHandlers, runPendingJobs } from '../lib/job/jobs.ts'

export function createJobRunner(app: App, ownerUrl: string, sql: postgres.Sql) {
  /** Runs jobs until none is pending. A job that fails is pending again after an hour. */
  const runJobs = (jobs = app.jobs) =>
    runPendingJobs(ownerUrl, delayRetries(jobs, sql), app.log, app.config)
  /** Runs one job, and no other that is pending. */
  const runJob = (name: string) =>
    sql`select graphile_worker.add_job(${name})`.then(() => runJobs({ [name]: app.jobs[name] }))
  return { runJob, runJobs }
}

/**
 * Returns the jobs with an hour between two attempts. Otherwise the second attempt follows the first
 * after a few seconds, and runs before the end of the test only on a slow machine.
 */
const delayRetries = (jobs: JobHandlers, sql: postgres.Sql): JobHandlers =>
  Object.fromEntries(
    Object.entries(jobs).map(([name, job]) => [
      name,
      async (payload, helpers) => {
        try {
          return await job?.(payload, helpers)
        } catch (error) {
          await sql`
            update graphile_worker._private_jobs set run_at = now() + interval '1 hour'
            where id = ${helpers.job.id}`
          throw error
        }
      },
    ]),
  )
