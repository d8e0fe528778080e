import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { hasBuiltStorefront } from '../server/storefront/storefront-server.ts'
import type { FaultEnvironment, FaultFinding } from './fault-environment.ts'
import type { ServerProcess } from './server-process.ts'
import { type StoreReply, visitStore } from './visit-store.ts'

const CreatedProduct = z.object({
  data: z.object({ _id: z.string(), variants: z.array(z.object({ _id: z.string() })) }),
})
/** Some of the orders are placed by then, and some are not. */
const maxKillDelayMsPerShopper = 10
const address = {
  email: 'shopper@example.com',
  name: 'Ada Verne',
  country: 'DE',
  line1: 'Quay 4',
  postalCode: '20457',
  city: 'Hamburg',
}
const orderPath = /^\/orders\/[^/]+\/[\w-]{43}$/

type Shopper = { cookie: string; fields: Record<string, string> }

/**
 * Shoppers on two processes buy the last unit of a product. Then there are units for half of the
 * others, and one process is killed. Each shopper without a reply sends the form again.
 */
export async function killServerDuringCheckouts(
  environment: FaultEnvironment,
  shopperCount: number,
): Promise<FaultFinding[]> {
  const check = 'kill -9 while shoppers buy the last units on two processes'
  if (!hasBuiltStorefront())
    return [
      {
        check,
        sampleCount: 0,
        result: 'run node start.mjs build first',
        hasPassed: true,
        isSkipped: true,
      },
    ]
  await environment.stopPair()
  const servers = await Promise.all([environment.startServer(), environment.startServer()])
  const [killed, survivor] = servers
  try {
    const { product, variant } = await createProduct(environment, survivor, shopperCount)
    const shoppers: Shopper[] = []
    for (let n = 0; n < shopperCount; n++) shoppers.push(await fillCart(survivor, variant))
    const placeAll = (buyers: Shopper[]) =>
      buyers.map((shopper, n) => place(n % 2 ? killed : survivor, shopper))

    await setStock(environment, survivor, { product, units: 1 })
    const lastUnitReplies = await Promise.all(placeAll(shoppers))
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
    const replies = await Promise.all(
      others.map(async (shopper, n) => first[n] ?? (await place(survivor, shopper))),
    )
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

async function createProduct(environment: FaultEnvironment, server: ServerProcess, stock: number) {
  await environment.withSuperuserSql(sql => sql`update business set status = 'live'`)
  const send = async (call: string, body: object) => {
    const reply = await fetch(`${server.url}/api/${call}`, {
      method: 'POST',
      headers: await environment.createHeaders(),
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${call}: ${await reply.text()}`)
    return reply.json()
  }
  await send('paymentMethod/create', { kind: 'bank_transfer', name: 'Bank transfer' })
  const rate = { name: 'Standard', kind: 'flat', steps: [{ from: 0, price: 490 }] }
  await send('shipping/create', {
    name: 'Checkout',
    destinations: [{ country: address.country }],
    rates: [{ _id: crypto.randomUUID(), ...rate }],
  })
  const reply = await send('product/create', {
    title: 'Last lamp',
    status: 'active',
    price: 4900,
    stock,
  })
  const { _id, variants } = CreatedProduct.parse(reply).data
  return { product: _id, variant: variants[0]?._id ?? '' }
}

async function setStock(
  environment: FaultEnvironment,
  { url }: ServerProcess,
  { product, units }: { product: string; units: number },
) {
  const reply = await fetch(`${url}/api/product/update/${product}`, {
    method: 'PATCH',
    headers: await environment.createHeaders(),
    body: JSON.stringify({ stock: units }),
  })
  if (!reply.ok) throw new Error(`The stock was not changed: ${await reply.text()}`)
}

/** Adds a unit to a new cart and reads the form of the checkout. */
async function fillCart({ port }: ServerProcess, variant: string): Promise<Shopper> {
  const added = await visitStore(port, { path: '/cart', fields: { intent: 'add', variant } })
  const cookie = added.cookies.join('; ')
  await visitStore(port, { path: '/checkout', cookie, fields: { intent: 'quote', ...address } })
  const { body } = await visitStore(port, { path: '/checkout', cookie })
  const read = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
  return {
    cookie,
    fields: {
      intent: 'place',
      ...address,
      shipping: read(/name="shipping"[^>]*value="([^"]*)"/),
      payment: read(/name="payment"[^>]*value="([^"]*)"/),
      total: read(/name="total" value="([^"]*)"/),
    },
  }
}

/** Returns undefined if the connection is lost before the reply. */
const place = ({ port }: ServerProcess, { cookie, fields }: Shopper) =>
  visitStore(port, { path: '/checkout', cookie, fields }).catch(() => undefined)

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
      row?.orders === units &&
      row.stock === 0 &&
      reported === units &&
      replies.every(reply => reply !== undefined),
  }
}
