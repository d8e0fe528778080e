// Lets shoppers and sellers use many stores for some minutes, and prints times and memory of each minute.
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { createOwnerSession, prepareBenchDatabase, startBuiltServer } from '../bench-environment.ts'
import { readSample } from '../data/bench-sample.ts'
import { prepareVariants } from '../data/prepare-variants.ts'
import { percentile } from '../measure/measure.ts'
import { readMemoryMb, readPostgresMemoryMb } from '../measure/process-memory.ts'
import { prepareStores } from '../storefront-calls.ts'
import { CartShop, createPlaceRequest, createRequest, pick } from './cart-shop.ts'
import type { LoadRequest } from './run-load.ts'

const { values } = parseArgs({
  options: {
    stores: { type: 'string', default: '1000' },
    /** Products and orders of each store. */
    rows: { type: 'string', default: '100' },
    shoppers: { type: 'string', default: '1000' },
    sellers: { type: 'string', default: '50' },
    /** The mean seconds between two requests of a shopper. Sellers wait half as long. */
    pause: { type: 'string', default: '20' },
    minutes: { type: 'string', default: '60' },
    data: { type: 'string', default: join(tmpdir(), 'storewright-bench-mixed') },
  },
})
Object.assign(process.env, { TRUST_PROXY: '127.0.0.1/32', LIMIT_FACTOR: '10' })

const [stores, rows] = [Number(values.stores), Number(values.rows)]
const folder = join(values.data, `${stores}-stores-${rows}-rows`)
const amounts = { products: rows, orders: rows, smallProducts: rows, smallOrders: rows }
const database = await prepareBenchDatabase(folder, { stores, ...amounts })
const sql = postgres(database.superuserUrl, { max: 1, onnotice: () => {} })
const variants = await prepareVariants(sql)
const { products, categories, searchWords } = await prepareStores(sql)
const sample = await readSample(database)
await sql.end()
const app = await startBuiltServer(database)
const agent = new Agent({ keepAlive: true })

let times: number[] = []
const failures = new Map<string, number>()
let session = await createOwnerSession(database)
const endsAt = performance.now() + Number(values.minutes) * 60_000
const isRunning = () => performance.now() < endsAt
const randomPause = (mean: number) => sleep(2 * mean * 1000 * Math.random())

try {
  const shoppers = Array.from({ length: Number(values.shoppers) }, (_, nr) => shop(nr))
  const sellers = Array.from({ length: Number(values.sellers) }, (_, nr) => sell(nr))
  console.log('| minute | requests | p50 ms | p99 ms | server MB | PostgreSQL MB | failures |')
  console.log('| ---: | ---: | ---: | ---: | ---: | ---: | --- |')
  for (let minute = 1; isRunning(); minute++) {
    await sleep(Math.min(60_000, endsAt - performance.now()))
    printMinute(minute)
    session = await createOwnerSession(database)
  }
  await Promise.all([...shoppers, ...sellers])
} finally {
  agent.destroy()
  await app.stop()
  await database.stop()
}

/** Visits pages of stores in turn. Every tenth visit ends with an order. */
async function shop(nr: number) {
  for (let visit = nr; isRunning(); visit += 7) {
    const category = pick(categories, visit)
    const product = pick(products, visit)
    const pages = [
      { host: category.host, path: '/' },
      { host: category.host, path: `/categories/${category.slug}` },
      { host: product.host, path: `/products/${product.slug}` },
      { host: product.host, path: `/search?q=${pick(searchWords, visit)}` },
    ]
    for (const { host, path } of pages) {
      await randomPause(Number(values.pause))
      await sendTimed(createRequest(path, { host }))
    }
    if (visit % 10 === 0) await buy(visit)
  }
}

async function buy(nr: number) {
  const cartShop = new CartShop(app.url, [pick(variants, nr)])
  try {
    await cartShop.fillCarts(1)
    await sendTimed(createPlaceRequest(cartShop.takeCart()))
  } catch (error) {
    countFailure(error instanceof Error ? error.message : String(error))
  }
}

async function sell(nr: number) {
  for (let request = nr; isRunning(); request++) {
    await randomPause(Number(values.pause) / 2)
    const { storeId, id } = pick(sample.orders, request * 13)
    const paths = [
      '/dashboard/stats',
      '/order/getAll',
      `/order/${id}`,
      '/order/counts',
      '/product/getAll',
      `/product/getAll?q=${pick(sample.searchWords, request)}`,
      '/customer/getAll',
    ]
    const headers = { ...session, 'x-business-id': storeId }
    await sendTimed({ method: 'GET', path: `/api${pick(paths, request)}`, headers })
  }
}

function sendTimed({ method, path, headers, body }: LoadRequest): Promise<void> {
  const startedAt = performance.now()
  return new Promise(resolve => {
    const sent = request(app.url + path, { method, headers, agent }, reply => {
      reply.resume().once('end', () => {
        times.push(performance.now() - startedAt)
        const { statusCode = 0 } = reply
        if (statusCode >= 400)
          countFailure(`${statusCode} ${path.split(/[?/]/).slice(0, 3).join('/')}`)
        resolve()
      })
    })
    sent.once('error', error => {
      countFailure(error.message)
      resolve()
    })
    sent.end(body)
  })
}

function countFailure(name: string) {
  failures.set(name, (failures.get(name) ?? 0) + 1)
}

function printMinute(minute: number) {
  const sorted = times.toSorted((a, b) => a - b)
  const cells = [
    minute,
    sorted.length,
    percentile(sorted, 0.5).toFixed(0),
    percentile(sorted, 0.99).toFixed(0),
    readMemoryMb(app.pid),
    readPostgresMemoryMb(database.postmasterPid),
    [...failures].map(([name, count]) => `${count} ${name}`).join(', '),
  ]
  console.log(`| ${cells.join(' | ')} |`)
  times = []
  failures.clear()
}
