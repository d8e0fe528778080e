import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { FaultEnvironment } from './fault-environment.ts'

/** A request that must take effect exactly once. It is recorded before it is sent. */
type WriteIntent = { key: string; path: string; body: object; isAcknowledged: boolean }
type WrittenOrder = { id: string; number: string; key: string }

export type Writers = {
  /**
   * Sends each unacknowledged request again with its idempotency key, then compares the requests
   * with the stored rows.
   */
  verifyWrites: (url: string) => Promise<WriteReport>
  stop: () => Promise<void>
  /** Returns the number of requests with a successful response so far. */
  countAcknowledged: () => number
  /** The number of failures by status or error code. */
  failures: Map<string, number>
  getSlowestMs: () => number
}
export type WriteReport = {
  acknowledged: number
  unanswered: number
  /** Requests without a row, and orders that differ from their response. */
  lost: number
  /** Requests that took effect more than once. */
  duplicated: number
  /** Rows that no request created. */
  unknown: number
}

const CreatedOrderReply = z.object({ data: z.object({ _id: z.string(), number: z.string() }) })
const CreatedProductReply = z.object({
  data: z.object({ _id: z.string(), variants: z.array(z.object({ _id: z.string() })) }),
})

/** Creates eight products with more stock than a run can sell and returns their variant ids. */
export async function createVariants(
  environment: FaultEnvironment,
  url: string,
): Promise<string[]> {
  const headers = await environment.createHeaders()
  const bodies = Array.from({ length: 8 }, (_, n) =>
    JSON.stringify({ title: `Pot ${n}`, price: 995 + n * 100, stock: 1_000_000 }),
  )
  const replies = await Promise.all(
    bodies.map(body => fetch(`${url}/api/product/create`, { method: 'POST', headers, body })),
  )
  const createdProducts = await Promise.all(
    replies.map(async reply => CreatedProductReply.parse(await reply.json())),
  )
  return createdProducts.flatMap(({ data }) => data.variants.map(variant => variant._id))
}

const pickRandom = <T>(items: readonly T[]): T | undefined =>
  items[Math.floor(Math.random() * items.length)]

/** The requests of one run and their results. */
type WriteLedger = {
  keyPrefix: string
  intents: WriteIntent[]
  orders: WrittenOrder[]
  failures: Map<string, number>
  slowestMs: number
}

const createLedger = (): WriteLedger => ({
  keyPrefix: randomUUID().slice(0, 8),
  intents: [],
  orders: [],
  failures: new Map(),
  slowestMs: 0,
})

/** Returns functions that send requests as the store's owner and record the responses. */
async function createSender(environment: FaultEnvironment, ledger: WriteLedger) {
  let headers = await environment.createHeaders()
  let headersCreatedAt = Date.now()

  async function send(
    url: string,
    path: string,
    { key, body, method = 'POST' }: { key: string; body: object; method?: string },
  ) {
    if (Date.now() - headersCreatedAt > 300_000)
      [headers, headersCreatedAt] = [await environment.createHeaders(), Date.now()]
    const startedAt = performance.now()
    try {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      return { status: reply.status, text: await reply.text() }
    } finally {
      ledger.slowestMs = Math.max(ledger.slowestMs, performance.now() - startedAt)
    }
  }
  async function sendIntent(url: string, intent: WriteIntent): Promise<void> {
    const { status, text } = await send(url, intent.path, intent)
    if (status !== 201) throw new Error(String(status))
    intent.isAcknowledged = true
    const {
      data: { _id: id, number },
    } = CreatedOrderReply.parse(JSON.parse(text))
    if (intent.path === createPath) ledger.orders.push({ id, number, key: intent.key })
  }
  async function cancelRandomOrder(url: string) {
    const order = pickRandom(ledger.orders)
    if (order)
      await send(url, `/api/order/updateStatus/${order.id}`, {
        key: randomUUID(),
        body: { status: 'cancelled', reason: 'Asked to' },
        method: 'PATCH',
      })
  }
  return { sendIntent, cancelRandomOrder }
}

const createPath = '/api/order/create'

function createIntent(
  { keyPrefix, orders }: WriteLedger,
  variants: readonly string[],
): WriteIntent {
  const key = `${keyPrefix} ${randomUUID()}`
  const order = Math.random() < 0.2 ? pickRandom(orders) : undefined
  if (order)
    return {
      key,
      path: `/api/order/addPayment/${order.id}`,
      body: { amount: 100, method: 'cash', reference: key },
      isAcknowledged: false,
    }
  const lines = [pickRandom(variants), pickRandom(variants)].map(variant => ({
    variant,
    quantity: 1 + Math.floor(Math.random() * 3),
    discount: 10,
  }))
  const buyer = `buyer${Math.floor(Math.random() * 5)}@example.com`
  return {
    key,
    path: createPath,
    body: { lines, note: key, customer: { email: buyer }, shippingTotal: 490 },
    isAcknowledged: false,
  }
}

/**
 * Starts `count` parallel loops that create orders, record payments and cancel orders. Requests
 * alternate between the servers.
 */
export async function startWriters(
  environment: FaultEnvironment,
  urls: () => string[],
  count: number,
): Promise<Writers> {
  const variants = await createVariants(environment, urls()[0] ?? '')
  const ledger = createLedger()
  const { sendIntent, cancelRandomOrder } = await createSender(environment, ledger)
  let isStopped = false
  let requestCount = 0

  /**
   * Returns the status or error code of a failure. Returns undefined and forgets the request for a
   * 409: the server correctly rejects a payment on an order that was canceled in the meantime.
   */
  function classifyError(intent: WriteIntent, error: unknown): string | undefined {
    const errorCode = getErrorCode(error)
    if (errorCode !== '409') return errorCode
    ledger.intents.splice(ledger.intents.indexOf(intent), 1)
    return undefined
  }
  async function write() {
    while (!isStopped) {
      const urlList = urls()
      const url = urlList[requestCount++ % urlList.length] ?? ''
      const intent = createIntent(ledger, variants)
      ledger.intents.push(intent)
      try {
        await sendIntent(url, intent)
        if (Math.random() < 0.1) await cancelRandomOrder(url)
      } catch (error) {
        const errorCode = classifyError(intent, error)
        if (errorCode) ledger.failures.set(errorCode, (ledger.failures.get(errorCode) ?? 0) + 1)
        await sleep(200)
      }
    }
  }
  const writerLoops = Array.from({ length: count }, () => write())
  return {
    failures: ledger.failures,
    countAcknowledged: () => ledger.intents.filter(intent => intent.isAcknowledged).length,
    getSlowestMs: () => ledger.slowestMs,
    async stop() {
      isStopped = true
      await Promise.all(writerLoops)
    },
    verifyWrites: url =>
      verifyAllWrites(environment, ledger, async intent => {
        const errorCode = await sendIntent(url, intent).then(
          () => undefined,
          error => classifyError(intent, error),
        )
        if (errorCode) throw new Error(`A repeated request failed with ${errorCode}`)
      }),
  }
}

async function verifyAllWrites(
  environment: FaultEnvironment,
  { keyPrefix, intents, orders }: WriteLedger,
  resend: (intent: WriteIntent) => Promise<void>,
): Promise<WriteReport> {
  const storedBefore = await loadStoredWrites(environment, keyPrefix, orders)
  const acknowledgedIntents = intents.filter(intent => intent.isAcknowledged)
  const unansweredIntents = intents.filter(intent => !intent.isAcknowledged)
  const remainingIntents = [...unansweredIntents]
  const resendRemaining = async () => {
    for (let next = remainingIntents.pop(); next; next = remainingIntents.pop()) await resend(next)
  }
  await Promise.all(Array.from({ length: 8 }, resendRemaining))
  const storedAfter = await loadStoredWrites(environment, keyPrefix, orders)
  const sentKeys = new Set(intents.map(({ key }) => key))
  const countMissing = (
    expectedIntents: readonly WriteIntent[],
    { keyCounts }: { keyCounts: Map<string, number> },
  ) => expectedIntents.filter(({ key }) => !keyCounts.has(key)).length
  return {
    acknowledged: acknowledgedIntents.length,
    unanswered: unansweredIntents.length,
    lost:
      countMissing(acknowledgedIntents, storedBefore) +
      storedBefore.changedCount +
      countMissing(intents, storedAfter),
    duplicated: [...storedAfter.keyCounts.values()].filter(count => count > 1).length,
    unknown: [...storedAfter.keyCounts.keys()].filter(key => !sentKeys.has(key)).length,
  }
}

/** Returns the status or the code of the network error. */
const getErrorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return typeof cause === 'object' && cause !== null && 'code' in cause
    ? String(cause.code)
    : error.message
}

/**
 * Returns how many rows each key created, and the number of orders that differ from their
 * response.
 */
async function loadStoredWrites(
  environment: FaultEnvironment,
  keyPrefix: string,
  acknowledgedOrders: readonly WrittenOrder[],
): Promise<{ keyCounts: Map<string, number>; changedCount: number }> {
  return environment.withSuperuserSql(async sql => {
    const storedOrders = await sql<WrittenOrder[]>`
      select id, number, note as key from "order" where starts_with(note, ${keyPrefix})`
    const storedPayments = await sql<{ key: string }[]>`
      select reference as key from payment where starts_with(reference, ${keyPrefix})`
    const keyCounts = new Map<string, number>()
    for (const { key } of [...storedOrders, ...storedPayments])
      keyCounts.set(key, (keyCounts.get(key) ?? 0) + 1)
    const storedOrderById = new Map(storedOrders.map(order => [order.id, order]))
    const changedCount = acknowledgedOrders.filter(({ id, number, key }) => {
      const storedOrder = storedOrderById.get(id)
      return storedOrder?.number !== number || storedOrder?.key !== key
    }).length
    return { keyCounts, changedCount }
  })
}
