// Prints how fast the list of one store is while other stores import, export, upload and log in.
// Needs Linux.
import { rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type BenchDatabase, prepareBenchDatabase } from '../bench-environment.ts'
import type { ListProbe, ListProbeResult } from '../measure/list-probe.ts'
import { percentile } from '../measure/measure.ts'
import { measurePeakMb } from '../measure/process-memory.ts'
import {
  type Disturbance,
  disturbances,
  type NeighborContext,
  prepareFiles,
} from './neighbor-disturbances.ts'
import { createSessions, type MonitoredServer, startMonitoredServer } from './neighbor-server.ts'

const { values } = parseArgs({
  options: {
    /** Products and orders of each store. */
    rows: { type: 'string', default: '10000' },
    /** Each disturbance is repeated for at least this time. */
    seconds: { type: 'string', default: '10' },
    'per-second': { type: 'string', default: '50' },
    only: { type: 'string', default: Object.keys(disturbances).join(',') },
    /** Stores the database in this folder and reuses it the next time. */
    data: { type: 'string' },
  },
})
const folder = values.data ?? join(tmpdir(), `storewright-neighbors-${process.pid}`)
const rows = Number(values.rows)
const columns = [
  'beside',
  'p50',
  'p99',
  'max',
  'failed',
  'event loop p99',
  'max',
  'peak MB',
  'runs',
]

let database: BenchDatabase | undefined
try {
  // The list of the first store is measured. The others are its neighbors.
  database = await prepareBenchDatabase(folder, {
    stores: 4,
    products: rows,
    orders: rows,
    smallProducts: rows,
    smallOrders: rows,
  })
  const files = await prepareFiles()
  console.log(
    `Node ${process.versions.node}, ${database.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}\n` +
      `A list of ${rows} products, ${values['per-second']} requests per second. Times in ms.\n\n` +
      `| ${columns.join(' | ')} |\n|---|${'---:|'.repeat(columns.length - 1)}`,
  )
  const server = await startMonitoredServer(database)
  try {
    // The first requests of a process are slow, so the figures of the warm-up do not count.
    for (const name of ['warm-up', 'nothing', ...values.only.split(',')]) {
      const sessions = await createSessions(database)
      await measureBeside(name, { url: server.url, ...sessions, files }, server)
    }
  } finally {
    await server.stop()
  }
} finally {
  await database?.stop()
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}

async function measureBeside(name: string, context: NeighborContext, server: MonitoredServer) {
  const disturb: Disturbance | undefined = disturbances[name]
  const probe: ListProbe = {
    url: `${context.url}/api/product/getAll`,
    headers: context.listHeaders,
    perSecond: Number(values['per-second']),
  }
  await server.readEventLoop()
  const worker = new Worker(join(import.meta.dirname, '../measure/list-probe.ts'), {
    workerData: probe,
  })
  const endsAt = performance.now() + 1000 * Number(values.seconds)
  let runs = 0
  const peakMb = await measurePeakMb(server.pid, async () => {
    do {
      await (disturb ? disturb(context) : new Promise(resolve => setTimeout(resolve, 1000)))
      runs += 1
    } while (performance.now() < endsAt)
  })
  const eventLoop = await server.readEventLoop()
  const result = new Promise<ListProbeResult>(resolve => worker.once('message', resolve))
  worker.postMessage('stop')
  const { latencies, failedCount } = await result
  latencies.sort((a, b) => a - b)
  const figures = [
    percentile(latencies, 0.5).toFixed(1),
    percentile(latencies, 0.99).toFixed(0),
    Math.max(...latencies).toFixed(0),
    failedCount,
    eventLoop.p99.toFixed(0),
    eventLoop.max.toFixed(0),
    peakMb,
    runs,
  ]
  console.log(`| ${name} | ${figures.join(' | ')} |`)
}
