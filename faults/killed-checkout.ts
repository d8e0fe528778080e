import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultEnvironment, FaultFinding } from './lab/fault-environment.ts'
import type { ServerProcess } from './lab/server-process.ts'
import {
  createSoldProduct,
  fillCart,
  openStore,
  place,
  type Shopper,
  setStock,
} from './lab/shoppers.ts'
import type { StoreReply } from './lab/visit-store.ts'

/** Some of the orders are placed by then, and some are not. */
const maxKillDelayMsPerShopper = 10
const maxAttempts = 5
const orderPath = /^\/orders\/[^/]+\/[\w-]{43}$/

/**
 * Shoppers on two processes buy the last unit of a product. Then there are units for half of the
 * others, and one process is killed. Each shopper without a final reply sends the form again.
 */
export async function killServerDuringCheckouts(
  environment: FaultEnvironment,
  shopperCount: number,
): Promise<FaultFinding[]> {
  const check = 'kill -9 while shoppers buy the last units on two processes'
  await environment.stopPair()
  const servers = await Promise.all([environment.startServer(), environment.startServer()])
  const [killed, survivor] = servers
  try {
    await openStore(environment, survivor)
    const { product, variant } = await createSoldProduct(environment, survivor, shopperCount)
    const shoppers: Shopper[] = []
    for (let n = 0; n < shopperCount; n++) shoppers.push(await fillCart(survivor, variant))
    const placeAll = (buyers: Shopper[]) =>
      buyers.map((shopper, n) => place(n % 2 ? killed : survivor, shopper))

    await setStock(environment, survivor, { product, units: 1 })
    const lastUnitReplies = await repeatUntilFinalReply(await Promise.all(placeAll(shoppers)), {
      server: survivor,
      shoppers,
    })
    const lastUnit = await countOrders(environment, {
      check: 'shoppers on two processes buy the last unit at once',
      variant,
      units: 1,
      replies: lastUnitReplies,
      lostCount: 0,
    })

    const others = shoppers.filter((_, n) => !isPlaced(lastUnitReplies[n]))
    const units = Math.ceil(others.length / 2)
    await setStock(environment, survivor, { product, units })
    const ordering = placeAll(others)
    await sleep(Math.random() * maxKillDelayMsPerShopper * others.length)
    killed.kill('SIGKILL')
    const first = await Promise.all(ordering)
    await killed.exitStatus
    const replies = await repeatUntilFinalReply(first, { server: survivor, shoppers: others })
    const lostCount = first.filter(reply => !reply).length
    const rest = await countOrders(environment, {
      check,
      variant,
      units: units + 1,
      replies: [...lastUnitReplies.filter(isPlaced), ...replies],
      lostCount,
    })
    return [lastUnit, rest]
  } finally {
    for (const server of servers) server.kill('SIGTERM')
    await Promise.all(servers.map(server => server.exitStatus))
  }
}

/**
 * A busy server replies with 503 when the time of a request has passed, even if its order was stored
 * just before.
 */
const isFinalReply = (reply: StoreReply | undefined) => reply !== undefined && reply.status !== 503

/** Sends the forms without a final reply again, as shoppers do. */
const repeatUntilFinalReply = (
  replies: (StoreReply | undefined)[],
  { server, shoppers }: { server: ServerProcess; shoppers: Shopper[] },
) =>
  Promise.all(
    shoppers.map(async (shopper, n) => {
      let reply = replies[n]
      for (let attempt = 1; attempt < maxAttempts && !isFinalReply(reply); attempt++)
        reply = await place(server, shopper)
      return reply
    }),
  )

const isPlaced = (reply: StoreReply | undefined) => orderPath.test(reply?.location ?? '')

type Result = {
  check: string
  variant: string
  units: number
  replies: (StoreReply | undefined)[]
  lostCount: number
}

/** Each unit is in one order, and each order was reported to one shopper. */
async function countOrders(
  environment: FaultEnvironment,
  { check, variant, units, replies, lostCount }: Result,
): Promise<FaultFinding> {
  const [row] = await environment.withSuperuserSql(
    sql => sql<{ orders: number; stock: number }[]>`
      select count(distinct order_id)::integer as orders,
        (select stock from variant where id = ${variant}) as stock
      from order_line where variant_id = ${variant}`,
  )
  const paths = replies.filter(isPlaced)
  const reported = new Set(paths.map(reply => reply?.location)).size
  return {
    check,
    sampleCount: replies.length,
    result:
      `${row?.orders} orders for ${units} units, ${reported} reported, ` +
      `${row?.stock} units left, ${lostCount} replies lost`,
    hasPassed:
      row?.orders === units && row.stock === 0 && reported === units && replies.every(isFinalReply),
  }
}
