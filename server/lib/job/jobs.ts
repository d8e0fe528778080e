import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  type ParsedCronItem,
  parseCronItems,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import { type Db, type Tx, withTransaction } from '../db/db.ts'
import { type HeartbeatTiming, startWorkerHeartbeat } from './worker-heartbeat.ts'

/**
 * Handlers of background jobs, by name. `enqueueJob` adds a job in the caller's transaction. A job
 * runs at least once, and any process retries it after a crash, so each handler must be able to
 * continue where it stopped.
 */
export type JobHandlers = TaskList

/**
 * Cron expressions of scheduled jobs, by name. A scheduled job runs once, however many processes
 * there are.
 */
export type CronSchedule = Record<string, string>

/** Adds a job. A pending job with the same key is replaced. */
export const enqueueJob = (
  tx: Tx,
  task: string,
  payload: Record<string, string>,
  key: string | null = null,
) => enqueueJobs(tx, [{ task, payload, key }])

type NewJob = { task: string; payload: Record<string, string>; key: string | null }

/** Adds jobs that start in this order. */
export const enqueueJobs = (tx: Tx, jobs: NewJob[]) => tx`select add_jobs(${tx.json(jobs)}::json)`

/**
 * Returns a handler that repeats each step in its own transaction until the step returns false, so
 * that no lock is held for long.
 */
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

/** A missed run is not repeated, because the next run does all the work that is due. */
const parseSchedule = (schedule: CronSchedule): ParsedCronItem[] =>
  parseCronItems(
    Object.entries(schedule).map(([task, match]) => ({
      task,
      match,
      options: { maxAttempts: 1, jobKey: task },
    })),
  )

type JobWorkerOptions = {
  ownerUrl: string
  jobs: JobHandlers
  schedule: CronSchedule
  /** Names of jobs that can take minutes. They have workers of their own, so no other job waits. */
  longJobs?: readonly string[]
  /** Names of jobs that no user waits for. A process runs one at a time. */
  slowJobs?: readonly string[]
  /** False for a pooler that does not support prepared statements. */
  usesPreparedStatements?: boolean
  log: FastifyBaseLogger
  timing?: HeartbeatTiming
}

type WorkerPool = {
  isSelected: (task: string) => boolean
  cronItems?: ParsedCronItem[]
  isSlow?: boolean
}
/**
 * Each new job of any kind wakes all pools. This one waits about half a second before it looks for
 * its jobs again, and finds each within two seconds. It fetches no job that it cannot start, because
 * such a job would count as running.
 */
const slowPool = {
  localQueue: {
    size: 1,
    refetchDelay: { durationMs: 500, maxAbortThreshold: Number.POSITIVE_INFINITY },
  },
}

/**
 * Starts to run jobs in this process. Any number of processes may. `stop` aborts long jobs, which
 * continue later.
 */
export async function startJobWorker({
  ownerUrl,
  jobs,
  schedule,
  longJobs = [],
  slowJobs = [],
  usesPreparedStatements = true,
  log,
  timing,
}: JobWorkerOptions): Promise<{ stop: () => Promise<void> }> {
  const workerIds = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  // A job is locked by the pool, not by the worker in it that runs the job.
  events.on('pool:create', ({ workerPool }) => workerIds.add(workerPool.id))
  events.on('pool:release', ({ workerPool }) => workerIds.delete(workerPool.id))
  const runJobs = ({ isSelected, cronItems = [], isSlow = false }: WorkerPool) => {
    const concurrency = isSlow ? 1 : 2
    return run({
      connectionString: ownerUrl,
      noPreparedStatements: !usesPreparedStatements,
      taskList: Object.fromEntries(Object.entries(jobs).filter(([name]) => isSelected(name))),
      concurrency,
      maxPoolSize: concurrency + 2,
      ...(isSlow && { preset: { worker: slowPool } }),
      noHandleSignals: true,
      pollInterval: 2000,
      logger: createJobLogger(log),
      events,
      gracefulShutdownAbortTimeout: 300,
      parsedCronItems: cronItems,
    })
  }
  const otherJobs = [...longJobs, ...slowJobs]
  const runners = [
    await runJobs({
      isSelected: name => !otherJobs.includes(name),
      cronItems: parseSchedule(schedule),
    }),
  ]
  if (longJobs.length > 0)
    runners.push(await runJobs({ isSelected: name => longJobs.includes(name) }))
  if (slowJobs.length > 0)
    runners.push(await runJobs({ isSelected: name => slowJobs.includes(name), isSlow: true }))
  const heartbeat = startWorkerHeartbeat(ownerUrl, workerIds, timing)
  return {
    async stop() {
      await Promise.all(runners.map(runner => runner.stop()))
      await heartbeat.stop()
    },
  }
}

/** Runs jobs until none is pending, for tests and scripts. */
export const runPendingJobs = (
  ownerUrl: string,
  jobs: JobHandlers,
  log: FastifyBaseLogger,
  { usesPreparedStatements = true } = {},
): Promise<void> =>
  runOnce({
    connectionString: ownerUrl,
    noPreparedStatements: !usesPreparedStatements,
    taskList: jobs,
    concurrency: 2,
    noHandleSignals: true,
    logger: createJobLogger(log),
  })
