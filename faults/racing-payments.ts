import { runConcurrently } from '../bench/measure/measure.ts'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import { listViolations, toInvariantFinding } from './lab/invariants.ts'
import { PaymentLab } from './lab/payment-lab.ts'
import type { ServerProcess } from './lab/server-process.ts'
import {
  createSoldProduct,
  fillCart,
  place,
  type Shopper,
  setStock,
  type TestProduct,
} from './lab/shoppers.ts'

type Race = {
  lab: PaymentLab
  servers: [ServerProcess, ServerProcess]
  product: TestProduct
  shoppers: Shopper[]
}

/**
 * Shoppers on two processes pay online for the last unit. First all of them press the button at once.
 * Then each of them has a payment page that the provider cannot close, and all pay at once.
 */
export async function payForLastUnit(
  environment: FaultEnvironment,
  shopperCount: number,
): Promise<FaultFinding[]> {
  await environment.stopPair()
  // All shoppers wait for the same unit, on a machine with other work.
  const start = (env: Record<string, string>) =>
    environment.startServer({ ...env, CALL_LIMIT_MS: '30000' })
  const { lab, server } = await PaymentLab.open(environment, start)
  const other = await start(lab.fakes.env)
  const servers: Race['servers'] = [server, other]
  try {
    const product = await createSoldProduct(environment, server, shopperCount)
    const shoppers: Shopper[] = []
    await runConcurrently(shopperCount, 4, async nr => {
      const email = `racer-${nr}@example.com`
      shoppers.push(await fillCart(server, product.variant, { email }))
    })
    const race = { lab, servers, product, shoppers }
    return [
      await holdLastUnit(race),
      await payTogether(race),
      toInvariantFinding(await listViolations(environment)),
    ]
  } finally {
    for (const process of servers) process.kill('SIGTERM')
    await Promise.all(servers.map(process => process.exitStatus))
    await lab.close()
  }
}

/** Returns how many of the shoppers were sent to the provider. */
async function placeAll({ lab, servers, shoppers }: Race, provider: 'stripe' | 'mollie') {
  const payment = lab.methods[provider]
  const replies = await Promise.all(
    shoppers.map(({ cookie, fields }, nr) =>
      place(servers[nr % 2 ? 1 : 0], { cookie, fields: { ...fields, payment } }),
    ),
  )
  return replies.filter(reply => reply?.location.startsWith('/pay/')).length
}

/** One shopper holds the unit and pays. All others learn that it is sold out. */
async function holdLastUnit(race: Race): Promise<FaultFinding> {
  const { lab, servers, product } = race
  await setStock(lab.environment, servers[0], { ...product, units: 1 })
  const paying = await placeAll(race, 'stripe')
  const openSessions = [...lab.fakes.stripe.sessions.values()].filter(
    ({ status }) => status === 'open',
  ).length
  const stock = await getStock(race)
  // The unit comes back for the second race.
  await lab.checkUntil(lab.isSettled)
  return {
    check: 'shoppers on two processes go to pay for the last unit at once',
    sampleCount: race.shoppers.length,
    result: `${paying} shopper pays, ${openSessions} session open, ${stock} units left`,
    hasPassed: paying === 1 && openSessions === 1 && stock === 0,
  }
}

/** Each payment page was opened while there were units. Each webhook reaches both processes. */
async function payTogether(race: Race): Promise<FaultFinding> {
  const { lab, servers, product, shoppers } = race
  lab.fakes.mollie.isCancelable = false
  await setStock(lab.environment, servers[0], { ...product, units: shoppers.length })
  const paying = await placeAll(race, 'mollie')
  await lab.checkUntil(async () => (await countSales(race)).held === 0)
  await setStock(lab.environment, servers[0], { ...product, units: 1 })
  const payments = (await lab.listPayments()).filter(({ state }) => state === 'open')
  const webhooks = payments.flatMap(({ sessionId }) => lab.pay(sessionId ?? ''))
  await Promise.all(
    webhooks.flatMap(webhook => servers.map(process => lab.deliver(process, webhook))),
  )
  await lab.checkUntil(lab.isSettled)
  const { ordered } = await countSales(race)
  const { charged, refunded } = lab.sumCharges(payments)
  const price = charged / payments.length
  const stock = await getStock(race)
  return {
    check: '  and pay on pages that were opened before',
    sampleCount: payments.length,
    result:
      `${ordered} order, ${charged / price} charged, ${refunded / price} refunded, ` +
      `${stock} units left`,
    hasPassed:
      paying === shoppers.length &&
      payments.length === shoppers.length &&
      ordered === 1 &&
      charged - refunded === price &&
      stock === 0,
  }
}

async function getStock({ lab, product }: Race): Promise<number> {
  const [row] = await lab.environment.withSuperuserSql(
    sql => sql<{ stock: number }[]>`select stock from variant where id = ${product.variant}`,
  )
  return row?.stock ?? Number.NaN
}

async function countSales({ lab, product }: Race) {
  const [row] = await lab.environment.withSuperuserSql(
    sql => sql<{ held: number; ordered: number }[]>`
      select count(*) filter (where state = 'held')::integer as held,
        count(distinct order_id)::integer as ordered
      from sale
      where content #>> '{input,lines,0,variant}' = ${product.variant}`,
  )
  return row ?? { held: Number.NaN, ordered: Number.NaN }
}
