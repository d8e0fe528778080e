import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { FaultEnvironment } from './fault-environment.ts'

/** A request that must take effect exactly once: written down before it is sent, and again when it was answered. */
type WriteIntent = { key: string; path: string; body: object; isAcknowledged: boolean }
type WrittenOrder = { id: string; number: string; key: string }

export type Writers = {
  /** Sends what was not answered once more with its key, until it is, then compares what was answered with what is there. */
  verifyWrites: (url: string) => Promise<WriteReport>
  stop: () => Promise<void>
  /** How many requests were answered by now. */
  acknowledged: () => number
  /** How each request was answered that was not answered well, and how often. */
  failures: Map<string, number>
  slowestMs: () => number
}
export type WriteReport = {
  acknowledged: number
  unanswered: number
  lost: number
  duplicated: number
  unknown: number
}

const CreatedOrderReply = z.object({ data: z.object({ _id: z.string(), number: z.string() }) })
const CreatedProductReply = z.object({
  data: z.object({ _id: z.string(), variants: z.array(z.object({ _id: z.string() })) }),
})

/** Eight products with more in stock than anybody buys: the ids of their variants. */
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

const pickRandom = <T>(all: readonly T[]): T | undefined =>
  all[Math.floor(Math.random() * all.length)]

/** What was sent and what came of it. */
type WriteLedger = {
  keyPrefix: string
  intents: WriteIntent[]
  orders: WrittenOrder[]
  failures: Map<string, number>
  slowestMs: number
}

/** Sends for the store's owner, and writes down what was answered. */
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
  return { attempt: sendIntent, cancelOne: cancelRandomOrder }
}

const createPath = '/api/order/create'

function createIntent(
  { keyPrefix: mark, orders }: WriteLedger,
  variants: readonly string[],
): WriteIntent {
  const key = `${mark} ${randomUUID()}`
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

/** Sellers at work: orders, payments and cancellations, `count` of them at once, each next one to the next server. */
export async function startWriters(
  environment: FaultEnvironment,
  urls: () => string[],
  count: number,
): Promise<Writers> {
  const variants = await createVariants(environment, urls()[0] ?? '')
  const ledger: WriteLedger = {
    keyPrefix: randomUUID().slice(0, 8),
    intents: [],
    orders: [],
    failures: new Map(),
    slowestMs: 0,
  }
  const { attempt: sendIntent, cancelOne: cancelRandomOrder } = await createSender(
    environment,
    ledger,
  )
  let isStopped = false
  let requestCount = 0

  /** A payment on an order that was cancelled meanwhile is refused, and rightly: it is no failure, and leaves nothing. */
  function classifyError(intent: WriteIntent, error: unknown): string | undefined {
    const errorWord = getErrorWord(error)
    if (errorWord !== '409') return errorWord
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
        const errorWord = classifyError(intent, error)
        if (errorWord) ledger.failures.set(errorWord, (ledger.failures.get(errorWord) ?? 0) + 1)
        await sleep(200)
      }
    }
  }
  const writerLoops = Array.from({ length: count }, () => write())
  return {
    failures: ledger.failures,
    acknowledged: () => ledger.intents.filter(intent => intent.isAcknowledged).length,
    slowestMs: () => ledger.slowestMs,
    async stop() {
      isStopped = true
      await Promise.all(writerLoops)
    },
    verifyWrites: url =>
      verifyAllWrites(environment, ledger, async intent => {
        const errorWord = await sendIntent(url, intent).then(
          () => undefined,
          error => classifyError(intent, error),
        )
        if (errorWord)
          throw new Error(`a request that was sent again was answered with ${errorWord}`)
      }),
  }
}

async function verifyAllWrites(
  environment: FaultEnvironment,
  { keyPrefix: mark, intents, orders }: WriteLedger,
  resend: (intent: WriteIntent) => Promise<void>,
): Promise<WriteReport> {
  const storedBefore = await loadStoredWrites(environment, mark, orders)
  const acknowledgedIntents = intents.filter(intent => intent.isAcknowledged)
  const unansweredIntents = intents.filter(intent => !intent.isAcknowledged)
  const remainingIntents = [...unansweredIntents]
  const resendRemaining = async () => {
    for (let next = remainingIntents.pop(); next; next = remainingIntents.pop()) await resend(next)
  }
  await Promise.all(Array.from({ length: 8 }, resendRemaining))
  const storedAfter = await loadStoredWrites(environment, mark, orders)
  const sentKeys = new Set(intents.map(({ key }) => key))
  const countMissing = (all: readonly WriteIntent[], { keys }: { keys: Map<string, number> }) =>
    all.filter(({ key }) => !keys.has(key)).length
  return {
    acknowledged: acknowledgedIntents.length,
    unanswered: unansweredIntents.length,
    lost:
      countMissing(acknowledgedIntents, storedBefore) +
      storedBefore.changedCount +
      countMissing(intents, storedAfter),
    duplicated: [...storedAfter.keys.values()].filter(times => times > 1).length,
    unknown: [...storedAfter.keys.keys()].filter(key => !sentKeys.has(key)).length,
  }
}

const getErrorWord = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return typeof cause === 'object' && cause !== null && 'code' in cause
    ? String(cause.code)
    : error.message
}

/** Each key that has an effect, and how often; and the orders that are not as they were answered. */
async function loadStoredWrites(
  environment: FaultEnvironment,
  keyPrefix: string,
  answeredOrders: readonly WrittenOrder[],
): Promise<{ keys: Map<string, number>; changedCount: number }> {
  return environment.withSuperuserSql(async sql => {
    const rows = await sql<
      { id: string; number: string; key: string }[]
    >`select id, number, note as key from "order" where starts_with(note, ${keyPrefix})`
    const payments = await sql<
      { key: string }[]
    >`select reference as key from payment where starts_with(reference, ${keyPrefix})`
    const keys = new Map<string, number>()
    for (const { key } of [...rows, ...payments]) keys.set(key, (keys.get(key) ?? 0) + 1)
    const byId = new Map(rows.map(row => [row.id, row]))
    const changedCount = answeredOrders.filter(
      order => byId.get(order.id)?.number !== order.number || byId.get(order.id)?.key !== order.key,
    ).length
    return { keys, changedCount }
  })
}
