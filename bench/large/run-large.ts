// Measures the calls and pages of one large store after a restart of the server and the database.
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  type BenchProcess,
  createOwnerSession,
  prepareBenchDatabase,
  startBuiltServer,
} from '../bench-environment.ts'
import { createIpAddress } from '../load/cart-shop.ts'
import { canReadCpuTime, readCpuMs, readPostgresCpuMs } from '../measure/cpu-time.ts'
import { percentile } from '../measure/measure.ts'
import { type LargeCall, largeCalls } from './large-calls.ts'
import { type LargeSample, readLargeSample } from './large-sample.ts'
import { getLogSize, logSlowPlans, readSlowStatements } from './slow-statements.ts'
import { type RequestTime, type TimedRequest, timeRequests } from './time-requests.ts'

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '1000000' },
    /** By default half as many as orders. */
    customers: { type: 'string' },
    connections: { type: 'string', default: '10' },
    requests: { type: 'string', default: '300' },
    /** A part of the names of the calls. */
    calls: { type: 'string', default: '' },
    /** Keeps the database in this folder. The next run uses it. */
    data: { type: 'string', default: join(tmpdir(), 'storewright-bench-large') },
    /** Prints the slowest statements with their plans too. Their measurement makes the calls slower. */
    plans: { type: 'boolean', default: false },
    /** Restarts once instead of before each call. */
    warm: { type: 'boolean', default: false },
  },
})
const slowStatementMs = 20
const shownStatements = 20

// The load comes from one person, whose searches and exports are limited, and from many shoppers.
process.env['LIMIT_LOOKUP'] = '100000/1m'
process.env['LIMIT_TRANSFER'] = '100000/1m'
process.env['TRUST_PROXY'] = '127.0.0.1/32'

const [products, orders] = [Number(values.products), Number(values.orders)]
const folder = join(values.data, `${products}-products-${orders}-orders`)
const logFile = join(folder, 'postgres.log')
const startDatabase = () =>
  prepareBenchDatabase(folder, {
    stores: 2,
    products,
    orders,
    customers: Number(values.customers ?? Math.round(orders / 2)),
    smallProducts: 100,
    smallOrders: 1000,
  })

let database = await startDatabase()
let app: BenchProcess | undefined
try {
  const sample = await readLargeSample(database)
  if (values.plans) await logSlowPlans(database.superuserUrl, slowStatementMs)
  const logSize = getLogSize(logFile)
  console.log(`${database.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}`)
  console.log(`${products} products, ${orders} orders, ${values.connections} requests at once\n`)
  console.log('| call or page | requests | first ms | p50 ms | p99 ms | CPU ms | failed |')
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |')
  for (const call of largeCalls.filter(({ name }) => name.includes(values.calls))) {
    if (!app || !values.warm) {
      await app?.stop()
      await database.stop()
      database = await startDatabase()
      app = await startBuiltServer(database)
    }
    await measureCall(call, app, sample)
  }
  if (values.plans) printStatements(logSize)
} finally {
  await app?.stop()
  if (values.plans) await logSlowPlans(database.superuserUrl, undefined)
  await database.stop()
}

/** Returns the CPU time of the server and PostgreSQL, which other work on the machine hardly changes. */
function readAllCpuMs({ pid }: BenchProcess): number {
  return canReadCpuTime ? readCpuMs(pid) + readPostgresCpuMs(database.postmasterPid) : Number.NaN
}

async function measureCall(call: LargeCall, server: BenchProcess, sample: LargeSample) {
  const { isDownload = false, values: listValues } = call
  const session = await createOwnerSession(database)
  const headers = { ...session, 'x-business-id': sample.storeId }
  const nextValues = listValues?.(sample) ?? ['']
  const createRequest = (requestNumber: number): TimedRequest => {
    const value = nextValues[requestNumber % nextValues.length] ?? ''
    const path = call.createPath(value, requestNumber)
    return path.startsWith('/api')
      ? { path, headers }
      : { path, headers: createShopperHeaders(sample.host) }
  }
  const send = (requests: TimedRequest[], connections: number) =>
    timeRequests(server.url, requests, { connections, isDownload })
  const [first] = await send([createRequest(0)], 1)
  const count = isDownload ? 20 : Number(values.requests)
  const cpuBefore = readAllCpuMs(server)
  const others = await send(
    Array.from({ length: count }, (_, i) => createRequest(i + 1)),
    Number(values.connections),
  )
  const cpuMs = (readAllCpuMs(server) - cpuBefore) / count
  console.log(formatRow(call.name, [...(first ? [first] : []), ...others], cpuMs))
}

function createShopperHeaders(host: string) {
  return { host, 'accept-encoding': 'br, gzip', 'x-forwarded-for': createIpAddress() }
}

function formatRow(name: string, [first, ...others]: RequestTime[], cpuMs: number): string {
  const times = others.map(({ ms }) => ms).toSorted((a, b) => a - b)
  // Pages that do not exist are an answer, too.
  const isFailure = ({ status }: RequestTime) => status >= 400 && status !== 404
  const failures = others.filter(isFailure)
  const statuses = [...new Set(failures.map(({ status }) => status))].join(' ')
  const cells = [
    name,
    others.length,
    first?.ms.toFixed(0),
    percentile(times, 0.5).toFixed(0),
    percentile(times, 0.99).toFixed(0),
    cpuMs.toFixed(1),
    failures.length > 0 ? `${failures.length} with ${statuses}` : '',
  ]
  return `| ${cells.join(' | ')} |`
}

function printStatements(logSize: number) {
  const statements = readSlowStatements(logFile, logSize).slice(0, shownStatements)
  for (const [i, { query, plan, count, maxMs }] of statements.entries()) {
    const times = count === 1 ? 'once' : `${count} times`
    console.log(`\n${i + 1}. ${maxMs.toFixed(0)} ms, ${times} above ${slowStatementMs} ms\n`)
    console.log(`${query}\n\n${plan}`)
  }
}
