import { EventEmitter } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import {
  Logger,
  type ParsedCronItem,
  parseCronItems,
  type Runner,
  run,
  runOnce,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type postgres from 'postgres'
import { type Db, type Tx, withTransaction } from '../db/db.ts'
import { type JobRules, type JobWorkers, largeImportFlag } from './job-rule.ts'
import { withJobDeadline } from './with-job-deadline.ts'
import { openWorkerConnection, type WorkerConnection } from './worker-connection.ts'
import { type HeartbeatTiming, startWorkerHeartbeat } from './worker-heartbeat.ts'

/**
 * Handlers of background jobs, by name. `enqueueJob` adds a job in the caller's transaction. A job
 * runs at least once, and any process retries it after a crash, so each handler must be able to
 * continue where it stopped.
 */
export type JobHandlers = TaskList

/** Adds a job. A pending job with the same key is replaced. */
export const enqueueJob = (
  tx: Tx,
  task: string,
  payload: Record<string, postgres.JSONValue>,
  key: string | null = null,
) => enqueueJobs(tx, [{ task, payload, key }])

type NewJob = {
  task: string
  payload: Record<string, postgres.JSONValue>
  key: string | null
  /** By default, the job starts at once. */
  runAt?: string
}

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
const parseSchedule = (rules: JobRules): ParsedCronItem[] =>
  parseCronItems(
    Object.entries(rules).flatMap(([task, { cron }]) =>
      cron === undefined ? [] : [{ task, match: cron, options: { maxAttempts: 1, jobKey: task } }],
    ),
  )

type JobWorkerOptions = {
  ownerUrl: string
  jobs: JobHandlers
  rules: JobRules
  /** False for a pooler that does not support prepared statements. */
  usesPreparedStatements?: boolean
  log: FastifyBaseLogger
  timing?: HeartbeatTiming
}

type WorkerPool = {
  workers: JobWorkers
  concurrency: number
  forbiddenFlags?: string[]
  isSlow?: boolean
}

/**
 * Each new job of any kind wakes all pools. A slow one waits about half a second before it looks for
 * its jobs again, and finds each within two seconds. It fetches no more jobs than it can start, because
 * such a job would count as running.
 */
const createSlowPreset = (concurrency: number) => ({
  worker: {
    localQueue: {
      size: concurrency,
      refetchDelay: { durationMs: 500, maxAbortThreshold: Number.POSITIVE_INFINITY },
    },
  },
})

const workerPools: readonly WorkerPool[] = [
  { workers: 'main', concurrency: 2 },
  { workers: 'import', concurrency: 2 },
  // A small file never waits for large ones.
  { workers: 'import', concurrency: 1, forbiddenFlags: [largeImportFlag] },
  { workers: 'images', concurrency: 2 },
  // Name servers of senders can be slow.
  { workers: 'mail', concurrency: 2 },
  // Servers of mailboxes can be slow too, and must not delay the emails that arrived.
  { workers: 'mailbox', concurrency: 4, isSlow: true },
  // One campaign does not delay the emails about orders, and hardly other campaigns.
  { workers: 'campaign', concurrency: 2, isSlow: true },
  { workers: 'slow', concurrency: 1, isSlow: true },
]

/**
 * Starts to run jobs in this process. Any number of processes may. `stop` aborts long jobs, which
 * continue later.
 */
export async function startJobWorker({
  ownerUrl,
  jobs,
  rules,
  usesPreparedStatements = true,
  log,
  timing,
}: JobWorkerOptions): Promise<{ stop: () => Promise<void> }> {
  const workerIds = new Set<string>()
  const events: WorkerEvents = new EventEmitter()
  // A job is locked by the pool, not by the worker in it that runs the job.
  events.on('pool:create', ({ workerPool }) => workerIds.add(workerPool.id))
  events.on('pool:release', ({ workerPool }) => workerIds.delete(workerPool.id))
  const runners: Runner[] = []
  const connections: WorkerConnection[] = []
  for (const { workers, concurrency, isSlow, ...options } of workerPools) {
    const taskList = selectJobs(jobs, rules, workers)
    if (Object.keys(taskList).length === 0) continue
    const connection = openWorkerConnection(ownerUrl, concurrency + 2)
    connections.push(connection)
    runners.push(
      await run({
        ...connection.options,
        noPreparedStatements: !usesPreparedStatements,
        taskList,
        concurrency,
        noHandleSignals: true,
        pollInterval: 2000,
        logger: createJobLogger(log),
        events,
        gracefulShutdownAbortTimeout: 300,
        parsedCronItems: workers === 'main' ? parseSchedule(rules) : [],
        ...(isSlow && { preset: createSlowPreset(concurrency) }),
        ...options,
      }),
    )
  }
  const heartbeat = startWorkerHeartbeat(ownerUrl, workerIds, timing)
  return {
    async stop() {
      await Promise.all(runners.map(runner => runner.stop()))
      await Promise.all(connections.map(connection => connection.end()))
      await heartbeat.stop()
    },
  }
}

/** Returns the jobs of these workers with their deadlines. */
function selectJobs(jobs: JobHandlers, rules: JobRules, selected: JobWorkers): TaskList {
  return Object.fromEntries(
    Object.entries(jobs).flatMap(([name, job]) => {
      const rule = rules[name]
      if (!rule || !job) throw new Error(`The job ${name} has no deadline.`)
      if ((rule.workers ?? 'main') !== selected) return []
      const runJob: typeof job = (payload, helpers) => job(nameStore(payload), helpers)
      return [[name, withJobDeadline(name, runJob, rule)]]
    }),
  )
}

/** A job that an earlier version added, and that waited during the update, calls its store business. */
const nameStore = (payload: unknown): unknown =>
  typeof payload === 'object' && payload !== null && 'businessId' in payload
    ? { ...payload, storeId: payload.businessId }
    : payload

/** Runs jobs one after the other until none is pending, for tests and scripts. */
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
    concurrency: 1,
    noHandleSignals: true,
    // Only batches are awaited. Otherwise the last job can still be in the database afterwards.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: createJobLogger(log),
  })
