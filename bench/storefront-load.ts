// Compares pages of stores with a bare server that sends as many bytes.
import { rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import {
  type BenchDatabase,
  type BenchProcess,
  prepareBenchDatabase,
  startServers,
} from './bench-environment.ts'
import { type BenchRow, formatTableHead, formatTableRow } from './bench-report.ts'
import { measurePreparedCall, type PreparedCall } from './measure-call.ts'
import {
  createPageRequest,
  type PageTarget,
  prepareStores,
  type StorefrontCall,
  storefrontCalls,
} from './storefront-calls.ts'

const { values } = parseArgs({
  options: {
    /** Products of all stores together. */
    rows: { type: 'string', default: '100000' },
    stores: { type: 'string', default: '1,1000' },
    connections: { type: 'string', default: '10' },
    calls: { type: 'string', default: storefrontCalls.map(({ name }) => name).join(',') },
    seconds: { type: 'string', default: '3' },
    rounds: { type: 'string', default: '3' },
    /** Stores the databases in this folder and reuses them the next time. */
    data: { type: 'string' },
    json: { type: 'string' },
  },
})
const folder = values.data ?? join(tmpdir(), `storewright-bench-storefront-${process.pid}`)
const calls = storefrontCalls.filter(({ name }) => values.calls.split(',').includes(name))
const results: BenchRow[] = []

try {
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}\n`)
  console.log(formatTableHead())
  for (const rows of values.rows.split(',').map(Number))
    for (const stores of values.stores.split(',').map(Number)) await measureDatabase(rows, stores)
  if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 2))
} finally {
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}

async function measureDatabase(rows: number, stores: number) {
  const cleanups: (() => Promise<void>)[] = []
  try {
    const products = Math.max(1, Math.round(rows / stores))
    const orders = Math.min(products, 100)
    const database = await prepareBenchDatabase(join(folder, `${rows}-rows-${stores}-stores`), {
      stores,
      products,
      orders,
      smallProducts: products,
      smallOrders: orders,
    })
    cleanups.unshift(database.stop)
    const sql = postgres(database.superuserUrl, { max: 1 })
    const sample = await prepareStores(sql).finally(() => sql.end())
    const { app, bare, stats } = await startServers(database, cleanups)
    for (const connections of values.connections.split(',').map(Number))
      for (const call of calls) {
        const prepared = await prepareCall(call, call.createTargets(sample), { app, bare })
        const result = await measurePreparedCall({ database, app, bare, stats }, prepared, {
          connections,
          seconds: Number(values.seconds),
          rounds: Number(values.rounds),
        })
        const row = { rows, stores, connections, call: call.name, title: call.title, result }
        results.push(row)
        console.log(formatTableRow(row))
      }
  } finally {
    for (const stop of cleanups) await stop()
  }
}

type Servers = { app: BenchProcess; bare: BenchProcess; database?: BenchDatabase }

/** Each request of the bare server gets as many bytes as the first page has. */
async function prepareCall(
  { isNotModified = false }: StorefrontCall,
  targets: PageTarget[] | (() => PageTarget),
  { app, bare }: Servers,
): Promise<PreparedCall> {
  const nextTarget = typeof targets === 'function' ? targets : () => targets[0]
  const first = nextTarget()
  if (!first) throw new Error('The stores have too few rows.')
  const page = await fetchPage(app.url, first)
  const bytes = isNotModified ? 0 : page.bytes
  const toBareRequest = ({ barePath }: PageTarget) => ({
    method: 'GET',
    path: `${barePath}?bytes=${bytes}`,
    headers: {},
  })
  const toAppRequest = (target: PageTarget) =>
    createPageRequest(isNotModified ? { ...target, etag: page.etag } : target)
  return {
    appCase: {
      url: app.url,
      requests:
        typeof targets === 'function' ? () => toAppRequest(targets()) : targets.map(toAppRequest),
    },
    bareCase: {
      url: bare.url,
      requests:
        typeof targets === 'function' ? () => toBareRequest(targets()) : targets.map(toBareRequest),
    },
    bytes,
    prepare: async () => {},
  }
}

/** `fetch` does not set the Host header. */
function fetchPage(url: string, target: PageTarget): Promise<{ bytes: number; etag: string }> {
  const { path, headers } = createPageRequest(target)
  return new Promise((resolve, reject) => {
    const sent = request(url + path, { headers }, reply => {
      let bytes = 0
      reply.on('data', (part: Buffer) => {
        bytes += part.length
      })
      reply.on('end', () =>
        reply.statusCode === 200
          ? resolve({ bytes, etag: reply.headers.etag ?? '' })
          : reject(new Error(`${target.host}${path} returned ${reply.statusCode}.`)),
      )
    })
    sent.on('error', reject).end()
  })
}
