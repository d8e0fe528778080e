import { rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepareBenchDatabase, startApp, startBaseline } from './bench-environment.ts'
import { type LoadCase, type LoadResult, measureLatency, runLoad } from './run-load.ts'

const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: '1000' },
    products: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    /** Stores the data in this folder and reuses it the next time. */
    data: { type: 'string' },
  },
})
const [seconds, rounds, connections] = [
  Number(values.seconds),
  Number(values.rounds),
  Number(values.connections),
]
const folder = values.data ?? join(tmpdir(), `storewright-bench-${process.pid}`)
const amounts = {
  stores: Number(values.stores),
  products: Number(values.products),
  orders: Number(values.orders),
  smallProducts: 100,
  smallOrders: 100,
}

const cleanups: (() => Promise<void>)[] = []
try {
  const data = await prepareBenchDatabase(folder, amounts)
  cleanups.unshift(data.stop)
  const app = await startApp(data)
  cleanups.unshift(app.stop)
  const baseline = await startBaseline(data)
  cleanups.unshift(baseline.stop)
  const { headers, sample } = await app.createSession()
  console.log(`node bench/run.ts ${process.argv.slice(2).join(' ')}`)
  console.log(
    `Node ${process.versions.node}, ${data.version}, ` +
      `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`,
  )
  console.log(
    `${amounts.stores} stores; ` +
      `the measured store has ${amounts.products} products and ${amounts.orders} orders; ` +
      `${connections} connections, ${rounds} × ${seconds} s in turns\n`,
  )

  const { url } = app
  const json = { ...headers, 'content-type': 'application/json' }
  const comparisons: [string, LoadCase, LoadCase][] = [
    [
      'product list',
      { name: 'list', url, headers, paths: ['/api/product/getAll'] },
      { name: 'baseline', url: baseline.url, paths: ['/productList'] },
    ],
    [
      'product detail',
      { name: 'detail', url, headers, paths: sample.products.map(id => `/api/product/${id}`) },
      { name: 'baseline', url: baseline.url, paths: sample.products.map(id => `/product/${id}`) },
    ],
    [
      'order list',
      { name: 'list', url, headers, paths: ['/api/order/getAll'] },
      { name: 'baseline', url: baseline.url, paths: ['/orderList'] },
    ],
    [
      'order detail',
      { name: 'detail', url, headers, paths: sample.orders.map(id => `/api/order/${id}`) },
      { name: 'baseline', url: baseline.url, paths: sample.orders.map(id => `/order/${id}`) },
    ],
    [
      'page 1,000 by cursor',
      { name: 'deep', url, headers, paths: [`/api/product/getAll?after=${sample.deepCursor}`] },
      { name: 'first', url, headers, paths: ['/api/product/getAll'] },
    ],
  ]
  console.log(
    '| call | per second | p50 ms | p97.5 ms | against | ratio |\n|---|---:|---:|---:|---:|---:|',
  )
  for (const [name, appCase, baselineCase] of comparisons) {
    const [a, b] = await alternate(appCase, baselineCase)
    console.log(
      `| ${name} | ${a.perSecond.toFixed(0)} | ${a.p50} | ${a.p97_5} ` +
        `| ${b.perSecond.toFixed(0)} | **${(a.perSecond / b.perSecond).toFixed(2)}** |` +
        `${formatFailures(a)}${formatFailures(b)}`,
    )
  }
  const createBody = (nr: number) =>
    JSON.stringify({
      customer: { name: 'Bench' },
      lines: [
        { variant: sample.variants[nr % sample.variants.length], quantity: 1 },
        { variant: sample.variants[(nr * 7 + 3) % sample.variants.length], quantity: 1 },
      ],
    })
  const orderResult = await runLoad(
    {
      name: 'create',
      url,
      headers: json,
      method: 'POST',
      paths: ['/api/order/create'],
      createBody,
    },
    seconds,
    connections,
  )
  console.log(
    `| order create, two lines, one store | ${orderResult.perSecond.toFixed(0)} ` +
      `| ${orderResult.p50} | ${orderResult.p97_5} | – | – |${formatFailures(orderResult)}\n`,
  )

  console.log('| dashboard/stats, one at a time | p50 ms | p95 ms |\n|---|---:|---:|')
  for (const query of ['period=today', 'period=last28Days', 'period=lastYear', sample.yearQuery]) {
    const { p50, p95 } = await measureLatency(`${url}/api/dashboard/stats?${query}`, headers, 30)
    console.log(`| ${query} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`)
  }
} finally {
  for (const stop of cleanups) await stop()
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}

/**
 * Runs rounds of both cases in turns, so that other load affects both alike, and returns the median
 * round of each.
 */
async function alternate(
  firstCase: LoadCase,
  secondCase: LoadCase,
): Promise<[LoadResult, LoadResult]> {
  for (const warmUp of [firstCase, secondCase]) await runLoad(warmUp, 1, connections)
  const roundResults: [LoadResult, LoadResult][] = []
  for (let round = 0; round < rounds; round++)
    roundResults.push([
      await runLoad(firstCase, seconds, connections),
      await runLoad(secondCase, seconds, connections),
    ])
  return [
    getMedianResult(roundResults.map(([a]) => a)),
    getMedianResult(roundResults.map(([, b]) => b)),
  ]
}

function getMedianResult(roundResults: LoadResult[]): LoadResult {
  const medianRound = roundResults.toSorted((a, b) => a.perSecond - b.perSecond)[
    Math.floor(roundResults.length / 2)
  ]
  if (!medianRound) throw new Error('No round was measured.')
  return {
    ...medianRound,
    failedCount: roundResults.reduce((sum, { failedCount }) => sum + failedCount, 0),
  }
}

function formatFailures({ failedCount }: LoadResult) {
  return failedCount ? ` ${failedCount} failed` : ''
}
