import { rmSync } from 'node:fs'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Case, drive, type Measured, time } from './drive.ts'
import { prepareData, startApp, startFloor } from './stage.ts'

const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: '1000' },
    products: { type: 'string', default: '100000' },
    orders: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '32' },
    /** Keeps the data there, and uses it again the next time. */
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

const stops: (() => Promise<void>)[] = []
try {
  const data = await prepareData(folder, amounts)
  stops.unshift(data.stop)
  const app = await startApp(data)
  stops.unshift(app.stop)
  const floor = await startFloor(data)
  stops.unshift(floor.stop)
  const { headers, sample } = await app.signIn()
  console.log(`node bench/run.ts ${process.argv.slice(2).join(' ')}`)
  console.log(
    `Node ${process.versions.node}, ${data.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB`,
  )
  console.log(
    `${amounts.stores} stores; the one asked has ${amounts.products} products and ${amounts.orders} orders; ${connections} connections, ${rounds} × ${seconds} s, taken in turn\n`,
  )

  const { url } = app
  const json = { ...headers, 'content-type': 'application/json' }
  const compared: [string, Case, Case][] = [
    [
      'product list',
      { name: 'list', url, headers, paths: ['/api/product/getAll'] },
      { name: 'floor', url: floor.url, paths: ['/productList'] },
    ],
    [
      'product detail',
      { name: 'detail', url, headers, paths: sample.products.map(id => `/api/product/${id}`) },
      { name: 'floor', url: floor.url, paths: sample.products.map(id => `/product/${id}`) },
    ],
    [
      'order list',
      { name: 'list', url, headers, paths: ['/api/order/getAll'] },
      { name: 'floor', url: floor.url, paths: ['/orderList'] },
    ],
    [
      'order detail',
      { name: 'detail', url, headers, paths: sample.orders.map(id => `/api/order/${id}`) },
      { name: 'floor', url: floor.url, paths: sample.orders.map(id => `/order/${id}`) },
    ],
    [
      'page 1,000 by cursor, against page 1',
      { name: 'deep', url, headers, paths: [`/api/product/getAll?after=${sample.deepCursor}`] },
      { name: 'first', url, headers, paths: ['/api/product/getAll'] },
    ],
  ]
  console.log(
    '| call | per second | p50 ms | p97.5 ms | against | ratio |\n|---|---:|---:|---:|---:|---:|',
  )
  for (const [name, ours, theirs] of compared) {
    const [a, b] = await inTurn(ours, theirs)
    console.log(
      `| ${name} | ${a.perSecond.toFixed(0)} | ${a.p50} | ${a.p97} | ${b.perSecond.toFixed(0)} | **${(a.perSecond / b.perSecond).toFixed(2)}** |${warn(a)}${warn(b)}`,
    )
  }
  const bodyOf = (nr: number) =>
    JSON.stringify({
      customer: { name: 'Bench' },
      lines: [
        { variant: sample.variants[nr % sample.variants.length], quantity: 1 },
        { variant: sample.variants[(nr * 7 + 3) % sample.variants.length], quantity: 1 },
      ],
    })
  const made = await drive(
    { name: 'create', url, headers: json, method: 'POST', paths: ['/api/order/create'], bodyOf },
    seconds,
    connections,
  )
  console.log(
    `| order create, two lines, one store | ${made.perSecond.toFixed(0)} | ${made.p50} | ${made.p97} | – | – |${warn(made)}\n`,
  )

  console.log('| dashboard/stats, one at a time | p50 ms | p95 ms |\n|---|---:|---:|')
  for (const query of ['period=today', 'period=last28Days', 'period=lastYear', sample.yearQuery]) {
    const { p50, p95 } = await time(`${url}/api/dashboard/stats?${query}`, headers, 30)
    console.log(`| ${query} | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`)
  }
} finally {
  for (const stop of stops) await stop()
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}

/** Rounds of both, one after the other, so that whatever else the machine does hits both; the median of each. */
async function inTurn(one: Case, other: Case): Promise<[Measured, Measured]> {
  for (const warmUp of [one, other]) await drive(warmUp, 1, connections)
  const all: [Measured, Measured][] = []
  for (let round = 0; round < rounds; round++)
    all.push([await drive(one, seconds, connections), await drive(other, seconds, connections)])
  return [median(all.map(([a]) => a)), median(all.map(([, b]) => b))]
}

function median(all: Measured[]): Measured {
  const middle = all.toSorted((a, b) => a.perSecond - b.perSecond)[Math.floor(all.length / 2)]
  if (!middle) throw new Error('nothing was measured')
  return { ...middle, failed: all.reduce((sum, { failed }) => sum + failed, 0) }
}

function warn({ failed }: Measured) {
  return failed ? ` ${failed} failed` : ''
}
