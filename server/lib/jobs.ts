import { Logger, type Runner, run, runOnce, type TaskList } from 'graphile-worker'
import type { FastifyBaseLogger } from 'fastify'
import type { Tx } from './db.ts'

/**
 * Work that outlives a request. A job is added by `addJob` in the transaction that needs it, runs at least once, and is
 * tried again by any process after a crash, so every job must be able to find out how far it had come.
 */
export type Jobs = TaskList

/** With the same key a job that still waits is replaced rather than added. */
export const addJob = (tx: Tx, task: string, payload: Record<string, string>, key: string | null = null) =>
  tx`select add_job(${task}, ${tx.json(payload)}::json, ${key})`

const loggerFor = (log: FastifyBaseLogger) => new Logger(() => (level, message) => {
  if (level === 'error' || level === 'warning') log.warn({ job: true }, message)
})

/** Starts working on jobs in this process; any number of processes may. */
export const startJobs = (ownerUrl: string, jobs: Jobs, log: FastifyBaseLogger): Promise<Runner> =>
  run({ connectionString: ownerUrl, taskList: jobs, concurrency: 2, maxPoolSize: 4, noHandleSignals: true, pollInterval: 2000, logger: loggerFor(log) })

/** Works until no job waits; for tests and scripts. */
export const finishJobs = (ownerUrl: string, jobs: Jobs, log: FastifyBaseLogger): Promise<void> =>
  runOnce({ connectionString: ownerUrl, taskList: jobs, concurrency: 2, noHandleSignals: true, logger: loggerFor(log) })
