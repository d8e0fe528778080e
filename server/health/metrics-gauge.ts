import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../lib/call/serve.ts'
import type { MetricSample, Metrics } from '../lib/http/metrics.ts'
import { openClient } from '../lib/primary/open-client.ts'
import {
  countDeliveries,
  countJobs,
  countUnsettledPayments,
  type DeliveryCount,
  type JobCount,
} from './health-store.ts'

/** A slow database must not delay the other metrics. */
const countTimeoutMs = 1500
/**
 * The delay is not reset at each request, because the second of two simultaneous scrapes would get
 * none.
 */
const resetAfterMs = 10_000

/** Returns a collector of the current state: connections, jobs, event loop delay, memory. */
export function createGauges(app: App, metrics: Metrics, ownerUrl: string) {
  // The role that serves requests must not read jobs. The connection opens when first needed and
  // closes when idle.
  const owner = openClient(ownerUrl, {
    max: 1,
    prepare: false,
    idle_timeout: 60,
    connect_timeout: 2,
    fetch_types: false,
    onnotice: () => {},
  })
  const eventLoopDelay = monitorEventLoopDelay({ resolution: 20 })
  eventLoopDelay.enable()
  let periodStartedAt = Date.now()
  return {
    async collect(): Promise<MetricSample[]> {
      const timeout = sleep(countTimeoutMs, undefined, { ref: false })
      const withCountTimeout = <T>(count: Promise<T>) =>
        Promise.race([count.catch(() => undefined), timeout])
      const [jobs, deliveries, unsettledPayments] = await Promise.all([
        withCountTimeout(countJobs(owner)),
        withCountTimeout(countDeliveries(owner)),
        withCountTimeout(countUnsettledPayments(owner)),
      ])
      const samples = [
        ...createWorkSamples(app, metrics, jobs),
        ...createDeliverySamples(deliveries),
        createGauge(
          'storewright_payments_unsettled',
          'Payments that could not be settled and are tried again',
          unsettledPayments,
        ),
        ...createProcessSamples(eventLoopDelay),
      ]
      if (Date.now() - periodStartedAt > resetAfterMs) {
        eventLoopDelay.reset()
        periodStartedAt = Date.now()
      }
      return samples
    },
    async close() {
      eventLoopDelay.disable()
      await owner.end({ timeout: 1 })
    },
  }
}

function createWorkSamples(app: App, metrics: Metrics, jobs: JobCount | undefined): MetricSample[] {
  const { size, open, idle: idleConnections, waiting: waiters } = app.db.pool.getState()
  const lagMs = app.db.replica?.getLagMs()
  const pendingReads = app.db.pipelinedPool.countPendingReads()
  return [
    createGauge(
      'storewright_http_requests_in_flight',
      'Requests in progress, including the event streams of open pages',
      metrics.current.requests,
    ),
    createCounter(
      'storewright_db_queries_total',
      'Queries sent by requests and jobs',
      metrics.current.queries,
    ),
    createLabeledGauge(
      'storewright_db_pool_connections',
      'Connections of the pool, each used by one transaction at a time',
      { in_use: open - idleConnections, idle: idleConnections, free: size - open },
      'state',
    ),
    createGauge('storewright_db_pool_waiting', 'Transactions that wait for a connection', waiters),
    createGauge(
      'storewright_db_shared_reads',
      'Reads in progress on shared connections',
      pendingReads,
    ),
    createGauge(
      'storewright_db_replica_lag_seconds',
      'How far the read replica is behind, without a value while it is not used',
      lagMs === undefined ? undefined : lagMs / 1000,
    ),
    createGauge('storewright_db_up', 'Whether the database answered', jobs ? 1 : 0),
    createLabeledGauge(
      'storewright_jobs',
      'Jobs that wait, run, are scheduled for later, or have failed',
      jobs ?? {},
      'state',
    ),
    createGauge(
      'storewright_job_wait_seconds',
      'Time since the longest waiting job was due',
      jobs?.waitedSeconds,
    ),
  ]
}

const createDeliverySamples = (deliveries: DeliveryCount | undefined): MetricSample[] => [
  createLabeledGauge(
    'storewright_webhook_deliveries',
    'Webhook deliveries that are due, or scheduled for later',
    deliveries ?? {},
    'state',
  ),
  createGauge(
    'storewright_webhook_wait_seconds',
    'Time since the longest waiting delivery was due, without failing webhooks',
    deliveries?.waitedSeconds,
  ),
]

function createProcessSamples(
  eventLoopDelay: ReturnType<typeof monitorEventLoopDelay>,
): MetricSample[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const quantiles = {
    0.5: eventLoopDelay.percentile(50),
    0.99: eventLoopDelay.percentile(99),
    1: eventLoopDelay.max,
  }
  return [
    {
      name: 'storewright_event_loop_delay_seconds',
      kind: 'gauge',
      help: 'Delay of timers in the last seconds',
      values: eventLoopDelay.count
        ? Object.entries(quantiles).map(([quantile, ns]) => [{ quantile }, ns / 1e9])
        : [],
    },
    createCounter(
      'storewright_event_loop_busy_seconds_total',
      'Time in which the event loop was busy',
      performance.eventLoopUtilization().active / 1000,
    ),
    createLabeledGauge(
      'storewright_memory_bytes',
      'Memory of the process',
      { resident: rss, heap_used: heapUsed, heap_total: heapTotal, external },
      'part',
    ),
    createCounter('process_cpu_seconds_total', 'CPU time of the process', (user + system) / 1e6),
    createGauge(
      'process_start_time_seconds',
      'Start time of the process',
      performance.timeOrigin / 1000,
    ),
  ]
}

const createGauge = (name: string, help: string, value: number | undefined): MetricSample => ({
  name,
  kind: 'gauge',
  help,
  values: [[{}, value]],
})
const createCounter = (name: string, help: string, value: number): MetricSample => ({
  name,
  kind: 'counter',
  help,
  values: [[{}, value]],
})
const createLabeledGauge = (
  name: string,
  help: string,
  values: Record<string, number>,
  label: string,
): MetricSample => ({
  name,
  kind: 'gauge',
  help,
  values: Object.entries(values)
    .filter(([key]) => key !== 'waitedSeconds')
    .map(([key, value]) => [{ [label]: key }, value]),
})
