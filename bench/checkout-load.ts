// Compares carts and orders of shoppers with a bare server that inserts one row and commits.
import { rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import postgres from 'postgres'
import { prepareBenchDatabase, startServers } from './bench-environment.ts'
import { type BenchRow, formatTableHead, formatTableRow } from './bench-report.ts'
import {
  assertOrderIsPlaced,
  type CheckoutCall,
  checkoutTitles,
  prepareCheckoutCall,
  type ShoppedVariant,
} from './checkout-calls.ts'
import { measurePreparedCall } from './measure-call.ts'
import { prepareStores } from './storefront-calls.ts'

const { values } = parseArgs({
  options: {
    /** Products of all stores together. */
    rows: { type: 'string', default: '10000' },
    stores: { type: 'string', default: '1,100' },
    connections: { type: 'string', default: '10' },
    calls: { type: 'string', default: Object.keys(checkoutTitles).join(',') },
    seconds: { type: 'string', default: '2' },
    rounds: { type: 'string', default: '2' },
    /** Carts that are filled for each round of orders. */
    carts: { type: 'string', default: '1500' },
    /** Stores the databases in this folder and reuses them the next time. */
    data: { type: 'string' },
    json: { type: 'string' },
  },
})
const folder = values.data ?? join(tmpdir(), `storewright-bench-checkout-${process.pid}`)
const isCheckoutCall = (name: string): name is CheckoutCall => name in checkoutTitles
const calls = values.calls.split(',').filter(isCheckoutCall)
const results: BenchRow[] = []
// Each request has another address, as behind a proxy. The forms of a store are limited too.
process.env['TRUST_PROXY'] = '127.0.0.1/32'
process.env['LIMIT_FACTOR'] = '10'

try {
  console.log(`Node ${process.versions.node}, ${cpus().length} × ${cpus()[0]?.model.trim()}\n`)
  console.log(formatTableHead())
  for (const stores of values.stores.split(',').map(Number))
    await measureDatabase(Number(values.rows), stores)
  if (values.json) writeFileSync(values.json, JSON.stringify(results, null, 2))
} finally {
  if (!values.data) rmSync(folder, { recursive: true, force: true })
}

async function measureDatabase(rows: number, stores: number) {
  const cleanups: (() => Promise<void>)[] = []
  try {
    const rowsPerStore = Math.max(1, Math.round(rows / stores))
    const database = await prepareBenchDatabase(join(folder, `${rows}-rows-${stores}-stores`), {
      stores,
      products: rowsPerStore,
      orders: rowsPerStore,
      smallProducts: rowsPerStore,
      smallOrders: rowsPerStore,
    })
    cleanups.unshift(database.stop)
    const sql = postgres(database.superuserUrl, { max: 1 })
    const variants = await prepareVariants(sql).finally(() => sql.end())
    const { app, bare, stats } = await startServers(database, cleanups)
    const [variant] = variants
    if (!variant) throw new Error('The stores have too few rows.')
    await assertOrderIsPlaced(app.url, variant)
    for (const connections of values.connections.split(',').map(Number))
      for (const call of calls) {
        const prepared = prepareCheckoutCall(call, variants, {
          servers: { appUrl: app.url, bareUrl: bare.url },
          cartCount: Number(values.carts),
        })
        const result = await measurePreparedCall({ database, app, bare, stats }, prepared, {
          connections,
          seconds: Number(values.seconds),
          rounds: Number(values.rounds),
        })
        const row = { rows, stores, connections, call, title: checkoutTitles[call], result }
        results.push(row)
        console.log(formatTableRow(row))
      }
  } finally {
    for (const stop of cleanups) await stop()
  }
}

/** Gives each store a payment method and a shipping rate. Returns variants that are never sold out. */
async function prepareVariants(sql: postgres.Sql): Promise<ShoppedVariant[]> {
  const { stores } = await prepareStores(sql)
  await sql`
    insert into payment_method (business_id, kind, name)
    select id, 'bank_transfer', 'Bank transfer' from business b
    where not exists (select from payment_method m where m.business_id = b.id)`
  const rate = { name: 'Standard', kind: 'flat', steps: [{ from: 0, price: 490 }], enabled: true }
  const rates = [
    { _id: crypto.randomUUID(), freeFrom: null, minDays: null, maxDays: null, ...rate },
  ]
  await sql`
    insert into shipping_zone (business_id, name, rates)
    select id, 'World', ${sql.json(rates)} from business b
    where not exists (select from shipping_zone z where z.business_id = b.id)`
  const hosts = new Map(stores.map(({ businessId, host }) => [businessId, host]))
  const variants = await sql<{ businessId: string; variant: string }[]>`
    select v.business_id as "businessId", v.id as variant
    from variant v join product p on p.business_id = v.business_id and p.id = v.product_id
    where p.status = 'active' and v.stock > 10000
    order by hashtext(v.id::text) limit 2000`
  return variants.map(row => ({ ...row, host: hosts.get(row.businessId) ?? '' }))
}
