import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  parseCronItems,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { type Db, type Tx, withTransaction } from '../db/db.ts'
import { startLeaseHeartbeat } from './job-lease.ts'

/**
 * Work that outlives a request. A job is added by `addJob` in the transaction that needs it, runs at least once, and is
 * tried again by any process after a crash, so every job must be able to find out how far it had come.
 */
export type JobHandlers = TaskList

/** When a job comes by itself, as cron writes it. However many processes run, it comes once. */
export type CronSchedule = Record<string, string>

/** With the same key a job that still waits is replaced rather than added. */
export const enqueueJob = (
  tx: Tx,
  task: string,
  payload: Record<string, string>,
  key: string | null = null,
) => tx`select add_job(${task}, ${tx.json(payload)}::json, ${key})`

/** Does each of `parts` in small transactions, until it says that there is no more; long work so holds no lock for long, and breaks off at a stop. */
export const runInBatches =
  ({ db }: { db: Db }, ...steps: ((tx: Tx) => Promise<boolean>)[]): JobHandlers[string] =>
  async (_payload, { abortSignal }) => {
    for (const step of steps)
      while (!abortSignal?.aborted && (await withTransaction(db, {}, step)));
  }

const createJobLogger = (log: FastifyBaseLogger) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ job: true }, message)
  })

/** Starts working on jobs in this process; any number of processes may. `stop` asks long jobs to break off and come back later. */
export async function startJobWorker(
  ownerUrl: string,
  jobs: JobHandlers,
  schedule: CronSchedule,
  log: FastifyBaseLogger,
): Promise<{ stop: () => Promise<void> }> {
  const workers = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  events.on('worker:create', ({ worker }) => workers.add(worker.workerId))
  events.on('worker:release', ({ worker }) => workers.delete(worker.workerId))
  const runner = await run({
    connectionString: ownerUrl,
    taskList: jobs,
    concurrency: 2,
    maxPoolSize: 4,
    noHandleSignals: true,
    pollInterval: 2000,
    logger: createJobLogger(log),
    events,
    gracefulShutdownAbortTimeout: 300,
    // What was missed while nothing ran needs no catching up: the next time finds all that is due.
    parsedCronItems: parseCronItems(
      Object.entries(schedule).map(([task, match]) => ({
        task,
        match,
        options: { maxAttempts: 1, jobKey: task },
      })),
    ),
  })
  const leaseHeartbeat = startLeaseHeartbeat(ownerUrl, workers)
  return {
    async stop() {
      await runner.stop()
      await leaseHeartbeat.stop()
    },
  }
}

/** Works until no job waits; for tests and scripts. */
export const runPendingJobs = (
  ownerUrl: string,
  jobs: JobHandlers,
  log: FastifyBaseLogger,
): Promise<void> =>
  runOnce({
    connectionString: ownerUrl,
    taskList: jobs,
    concurrency: 2,
    noHandleSignals: true,
    logger: createJobLogger(log),
  })
