// Compares carts, orders and payments of shoppers with a bare server that inserts one row and commits.
import { parseArgs } from 'node:util'
import type postgres from 'postgres'
import { startFakeProviders } from '../../server/testing/provider/start-fake-providers.ts'
import { assertOrderIsPlaced, checkoutCalls, prepareCheckoutCall } from '../checkout-calls.ts'
import { prepareStores } from '../storefront-calls.ts'
import type { ShoppedVariant } from './cart-shop.ts'
import { createLoadOptions, runLoadProgram } from './load-program.ts'
import { connectStripe } from './paid-payments.ts'

const { values } = parseArgs({
  options: {
    ...createLoadOptions({
      rows: '10000',
      stores: '1,100',
      calls: checkoutCalls.map(({ name }) => name).join(','),
      seconds: '2',
      rounds: '2',
    }),
    /** Carts that are filled for each round of orders and payments. */
    carts: { type: 'string', default: '1500' },
  },
})
const fakes = await startFakeProviders()
// Each request has another address, as behind a proxy. The forms of a store are limited too.
Object.assign(process.env, { TRUST_PROXY: '127.0.0.1/32', LIMIT_FACTOR: '10', ...fakes.env })

await runLoadProgram(values, {
  name: 'checkout',
  calls: checkoutCalls,
  prepareSample: async (sql, database) => {
    const variants = await prepareVariants(sql)
    return { variants, fakes, methods: await connectStripe(sql, database) }
  },
  prepareCall: async (call, sample, { app, bare }) => {
    const [variant] = sample.variants
    if (!variant) throw new Error('The stores have too few rows.')
    await assertOrderIsPlaced(app.url, variant)
    return prepareCheckoutCall(call.name, sample, {
      servers: { appUrl: app.url, bareUrl: bare.url },
      cartCount: Number(values.carts),
    })
  },
}).finally(() => fakes.close())

/** Gives each store a payment method and a shipping rate. Returns variants that are never sold out. */
async function prepareVariants(sql: postgres.Sql): Promise<ShoppedVariant[]> {
  const { stores } = await prepareStores(sql)
  await sql`
    insert into payment_method (store_id, kind, name)
    select id, 'bank_transfer', 'Bank transfer' from store s
    where not exists (select from payment_method m where m.store_id = s.id)`
  const rate = { name: 'Standard', kind: 'flat', steps: [{ from: 0, price: 490 }], enabled: true }
  const rates = [
    { _id: crypto.randomUUID(), freeFrom: null, minDays: null, maxDays: null, ...rate },
  ]
  await sql`
    insert into shipping_zone (store_id, name, rates)
    select id, 'World', ${sql.json(rates)} from store s
    where not exists (select from shipping_zone z where z.store_id = s.id)`
  const hosts = new Map(stores.map(({ storeId, host }) => [storeId, host]))
  const variants = await sql<{ storeId: string; variant: string }[]>`
    select v.store_id as "storeId", v.id as variant
    from variant v join product p on p.store_id = v.store_id and p.id = v.product_id
    where p.status = 'active' and v.stock > 10000
    order by hashtext(v.id::text) limit 2000`
  return variants.map(row => ({ ...row, host: hosts.get(row.storeId) ?? '' }))
}
