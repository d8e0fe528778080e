// Compares carts, orders and payments of shoppers with a bare server that inserts one row and commits.
import { parseArgs } from 'node:util'
import { startFakeProviders } from '../../server/testing/provider/start-fake-providers.ts'
import { assertOrderIsPlaced, checkoutCalls, prepareCheckoutCall } from '../checkout-calls.ts'
import { prepareVariants } from '../data/prepare-variants.ts'
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
