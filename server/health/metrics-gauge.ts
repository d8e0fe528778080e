import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import type { App } from '../lib/call/serve.ts'
import type { MetricSample, Metrics } from '../lib/http/metrics.ts'
import { countDeliveries, countJobs, type DeliveryCount, type JobCount } from './health-store.ts'

/** Waiting longer for figures than for a page would tell of the wrong thing. */
const patienceMs = 1500
/** Not at each asking, or of two that ask together the second would hear nothing. */
const forgetAfterMs = 10_000

/** What is true at the moment of asking: connections, jobs, how late the process is, how much memory it has. */
export function openGauges(app: App, metrics: Metrics, ownerUrl: string) {
  // Jobs are no business of the role that serves requests. Opened when first asked for, closed when nobody asks any more.
  const owner = postgres(ownerUrl, {
    max: 1,
    prepare: false,
    idle_timeout: 60,
    connect_timeout: 2,
    fetch_types: false,
    onnotice: () => {},
  })
  const delay = monitorEventLoopDelay({ resolution: 20 })
  delay.enable()
  let began = Date.now()
  return {
    async read(): Promise<MetricSample[]> {
      const patience = sleep(patienceMs, undefined, { ref: false })
      const inPatience = <T>(count: Promise<T>) =>
        Promise.race([count.catch(() => undefined), patience])
      const [jobs, deliveries] = await Promise.all([
        inPatience(countJobs(owner)),
        inPatience(countDeliveries(owner)),
      ])
      const samples = [
        ...ofWork(app, metrics, jobs),
        ...ofMessages(deliveries),
        ...ofProcess(delay),
      ]
      if (Date.now() - began > forgetAfterMs) {
        delay.reset()
        began = Date.now()
      }
      return samples
    },
    async close() {
      delay.disable()
      await owner.end({ timeout: 1 })
    },
  }
}

function ofWork(app: App, metrics: Metrics, jobs: JobCount | undefined): MetricSample[] {
  const { size, open, idleConnections, waiters } = app.db.pool.getState()
  const lines = app.db.pipelinedPool.countPendingReads()
  return [
    gauge(
      'storewright_http_requests_in_flight',
      'Requests under way, with the streams of open pages',
      metrics.present.requests,
    ),
    counter(
      'storewright_db_queries_total',
      'Queries sent by requests and jobs',
      metrics.present.queries,
    ),
    several(
      'storewright_db_pool_connections',
      'Connections that are lent to one transaction at a time',
      { in_use: open - idleConnections, idle: idleConnections, free: size - open },
      'state',
    ),
    gauge('storewright_db_pool_waiting', 'Transactions that wait for a connection', waiters),
    gauge(
      'storewright_db_shared_reads',
      'Reads under way on the connections that reads share',
      lines,
    ),
    gauge('storewright_db_up', 'Whether the database answered', jobs ? 1 : 0),
    several(
      'storewright_jobs',
      'Jobs that are due and wait, run, are for later, or were given up',
      jobs ?? {},
      'state',
    ),
    gauge(
      'storewright_job_wait_seconds',
      'How long the job that has waited longest has been due',
      jobs?.waitedSeconds,
    ),
  ]
}

const ofMessages = (deliveries: DeliveryCount | undefined): MetricSample[] => [
  several(
    'storewright_webhook_deliveries',
    'Messages to webhooks that are due and wait, or are for later',
    deliveries ?? {},
    'state',
  ),
  gauge(
    'storewright_webhook_wait_seconds',
    'How long the message that has waited longest has been due, of those to addresses that answer',
    deliveries?.waitedSeconds,
  ),
]

function ofProcess(delay: ReturnType<typeof monitorEventLoopDelay>): MetricSample[] {
  const { rss, heapUsed, heapTotal, external } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const quantiles = { 0.5: delay.percentile(50), 0.99: delay.percentile(99), 1: delay.max }
  return [
    {
      name: 'storewright_event_loop_delay_seconds',
      kind: 'gauge',
      help: 'How late timers were lately',
      values: delay.count
        ? Object.entries(quantiles).map(([quantile, ns]) => [{ quantile }, ns / 1e9])
        : [],
    },
    counter(
      'storewright_event_loop_busy_seconds_total',
      'Time in which the event loop had something to do',
      performance.eventLoopUtilization().active / 1000,
    ),
    several(
      'storewright_memory_bytes',
      'Memory of the process',
      { resident: rss, heap_used: heapUsed, heap_total: heapTotal, external },
      'part',
    ),
    counter('process_cpu_seconds_total', 'Time of the processor', (user + system) / 1e6),
    gauge('process_start_time_seconds', 'When the process began', performance.timeOrigin / 1000),
  ]
}

const gauge = (name: string, help: string, value: number | undefined): MetricSample => ({
  name,
  kind: 'gauge',
  help,
  values: [[{}, value]],
})
const counter = (name: string, help: string, value: number): MetricSample => ({
  name,
  kind: 'counter',
  help,
  values: [[{}, value]],
})
const several = (
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
