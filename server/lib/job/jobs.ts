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
import { type Db, inScope, type Tx } from '../db/db.ts'
import { keepLeases } from './job-lease.ts'

/**
 * Work that outlives a request. A job is added by `addJob` in the transaction that needs it, runs at least once, and is
 * tried again by any process after a crash, so every job must be able to find out how far it had come.
 */
export type Jobs = TaskList

/** When a job comes by itself, as cron writes it. However many processes run, it comes once. */
export type Clock = Record<string, string>

/** With the same key a job that still waits is replaced rather than added. */
export const addJob = (
  tx: Tx,
  task: string,
  payload: Record<string, string>,
  key: string | null = null,
) => tx`select add_job(${task}, ${tx.json(payload)}::json, ${key})`

/** Does each of `parts` in small transactions, until it says that there is no more; long work so holds no lock for long, and breaks off at a stop. */
export const inParts =
  ({ db }: { db: Db }, ...parts: ((tx: Tx) => Promise<boolean>)[]): Jobs[string] =>
  async (_payload, { abortSignal }) => {
    for (const part of parts) while (!abortSignal?.aborted && (await inScope(db, {}, part)));
  }

const loggerFor = (log: FastifyBaseLogger) =>
  new Logger(() => (level, message) => {
    if (level === 'error' || level === 'warning') log.warn({ job: true }, message)
  })

/** Starts working on jobs in this process; any number of processes may. `stop` asks long jobs to break off and come back later. */
export async function startJobs(
  ownerUrl: string,
  jobs: Jobs,
  clock: Clock,
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
    logger: loggerFor(log),
    events,
    gracefulShutdownAbortTimeout: 300,
    // What was missed while nothing ran needs no catching up: the next time finds all that is due.
    parsedCronItems: parseCronItems(
      Object.entries(clock).map(([task, match]) => ({
        task,
        match,
        options: { maxAttempts: 1, jobKey: task },
      })),
    ),
  })
  const leases = keepLeases(ownerUrl, workers)
  return {
    async stop() {
      await runner.stop()
      await leases.stop()
    },
  }
}

/** Works until no job waits; for tests and scripts. */
export const finishJobs = (ownerUrl: string, jobs: Jobs, log: FastifyBaseLogger): Promise<void> =>
  runOnce({
    connectionString: ownerUrl,
    taskList: jobs,
    concurrency: 2,
    noHandleSignals: true,
    logger: loggerFor(log),
  })
