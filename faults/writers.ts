import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { FaultPlace } from './fault-place.ts'

/** A request that must take effect exactly once: written down before it is sent, and again when it was answered. */
type Intent = { key: string; path: string; body: object; isAcknowledged: boolean }
type Order = { id: string; number: string; key: string }

export type Writers = {
  /** Sends what was not answered once more with its key, until it is, then compares what was answered with what is there. */
  settle: (url: string) => Promise<Verdict>
  stop: () => Promise<void>
  /** How many requests were answered by now. */
  acknowledged: () => number
  /** How each request was answered that was not answered well, and how often. */
  failures: Map<string, number>
  slowestMs: () => number
}
export type Verdict = {
  acknowledged: number
  unanswered: number
  lost: number
  doubled: number
  unknown: number
}

const Made = z.object({ data: z.object({ _id: z.string(), number: z.string() }) })
const Product = z.object({
  data: z.object({ _id: z.string(), variants: z.array(z.object({ _id: z.string() })) }),
})

/** Eight products with more in stock than anybody buys: the ids of their variants. */
export async function makeVariants(place: FaultPlace, url: string): Promise<string[]> {
  const headers = await place.headers()
  const bodies = Array.from({ length: 8 }, (_, n) =>
    JSON.stringify({ title: `Pot ${n}`, price: 995 + n * 100, stock: 1_000_000 }),
  )
  const replies = await Promise.all(
    bodies.map(body => fetch(`${url}/api/product/create`, { method: 'POST', headers, body })),
  )
  const made = await Promise.all(replies.map(async reply => Product.parse(await reply.json())))
  return made.flatMap(({ data }) => data.variants.map(variant => variant._id))
}

const pick = <T>(all: readonly T[]): T | undefined => all[Math.floor(Math.random() * all.length)]

/** What was sent and what came of it. */
type Ledger = {
  mark: string
  intents: Intent[]
  orders: Order[]
  failures: Map<string, number>
  slowestMs: number
}

/** Sends for the store's owner, and writes down what was answered. */
async function openSender(place: FaultPlace, ledger: Ledger) {
  let headers = await place.headers()
  let madeAt = Date.now()

  async function send(
    url: string,
    path: string,
    { key, body, method = 'POST' }: { key: string; body: object; method?: string },
  ) {
    if (Date.now() - madeAt > 300_000) [headers, madeAt] = [await place.headers(), Date.now()]
    const began = performance.now()
    try {
      const reply = await fetch(`${url}${path}`, {
        method,
        headers: { ...headers, 'idempotency-key': key },
        body: JSON.stringify(body),
      })
      return { status: reply.status, text: await reply.text() }
    } finally {
      ledger.slowestMs = Math.max(ledger.slowestMs, performance.now() - began)
    }
  }
  async function attempt(url: string, intent: Intent): Promise<void> {
    const { status, text } = await send(url, intent.path, intent)
    if (status !== 201) throw new Error(String(status))
    intent.isAcknowledged = true
    const {
      data: { _id: id, number },
    } = Made.parse(JSON.parse(text))
    if (intent.path === createPath) ledger.orders.push({ id, number, key: intent.key })
  }
  async function cancelOne(url: string) {
    const order = pick(ledger.orders)
    if (order)
      await send(url, `/api/order/updateStatus/${order.id}`, {
        key: randomUUID(),
        body: { status: 'cancelled', reason: 'Asked to' },
        method: 'PATCH',
      })
  }
  return { attempt, cancelOne }
}

const createPath = '/api/order/create'

function nextIntent({ mark, orders }: Ledger, variants: readonly string[]): Intent {
  const key = `${mark} ${randomUUID()}`
  const order = Math.random() < 0.2 ? pick(orders) : undefined
  if (order)
    return {
      key,
      path: `/api/order/addPayment/${order.id}`,
      body: { amount: 100, method: 'cash', reference: key },
      isAcknowledged: false,
    }
  const lines = [pick(variants), pick(variants)].map(variant => ({
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
export async function openWriters(
  place: FaultPlace,
  urls: () => string[],
  count: number,
): Promise<Writers> {
  const variants = await makeVariants(place, urls()[0] ?? '')
  const ledger: Ledger = {
    mark: randomUUID().slice(0, 8),
    intents: [],
    orders: [],
    failures: new Map(),
    slowestMs: 0,
  }
  const { attempt, cancelOne } = await openSender(place, ledger)
  let isStopped = false
  let turn = 0

  /** A payment on an order that was cancelled meanwhile is refused, and rightly: it is no failure, and leaves nothing. */
  function judge(intent: Intent, error: unknown): string | undefined {
    const word = wordOf(error)
    if (word !== '409') return word
    ledger.intents.splice(ledger.intents.indexOf(intent), 1)
    return undefined
  }
  async function write() {
    while (!isStopped) {
      const all = urls()
      const url = all[turn++ % all.length] ?? ''
      const intent = nextIntent(ledger, variants)
      ledger.intents.push(intent)
      try {
        await attempt(url, intent)
        if (Math.random() < 0.1) await cancelOne(url)
      } catch (error) {
        const word = judge(intent, error)
        if (word) ledger.failures.set(word, (ledger.failures.get(word) ?? 0) + 1)
        await sleep(200)
      }
    }
  }
  const writing = Array.from({ length: count }, () => write())
  return {
    failures: ledger.failures,
    acknowledged: () => ledger.intents.filter(intent => intent.isAcknowledged).length,
    slowestMs: () => ledger.slowestMs,
    async stop() {
      isStopped = true
      await Promise.all(writing)
    },
    settle: url =>
      settle(place, ledger, async intent => {
        const word = await attempt(url, intent).then(
          () => undefined,
          error => judge(intent, error),
        )
        if (word) throw new Error(`a request that was sent again was answered with ${word}`)
      }),
  }
}

async function settle(
  place: FaultPlace,
  { mark, intents, orders }: Ledger,
  sendAgain: (intent: Intent) => Promise<void>,
): Promise<Verdict> {
  const before = await stored(place, mark, orders)
  const known = intents.filter(intent => intent.isAcknowledged)
  const open = intents.filter(intent => !intent.isAcknowledged)
  const waiting = [...open]
  const sendOn = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await sendAgain(next)
  }
  await Promise.all(Array.from({ length: 8 }, sendOn))
  const after = await stored(place, mark, orders)
  const sent = new Set(intents.map(({ key }) => key))
  const missing = (all: readonly Intent[], { keys }: { keys: Map<string, number> }) =>
    all.filter(({ key }) => !keys.has(key)).length
  return {
    acknowledged: known.length,
    unanswered: open.length,
    lost: missing(known, before) + before.changed + missing(intents, after),
    doubled: [...after.keys.values()].filter(times => times > 1).length,
    unknown: [...after.keys.keys()].filter(key => !sent.has(key)).length,
  }
}

const wordOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return typeof cause === 'object' && cause !== null && 'code' in cause
    ? String(cause.code)
    : error.message
}

/** Each key that has an effect, and how often; and the orders that are not as they were answered. */
async function stored(
  place: FaultPlace,
  mark: string,
  answered: readonly Order[],
): Promise<{ keys: Map<string, number>; changed: number }> {
  return place.ask(async sql => {
    const rows = await sql<
      { id: string; number: string; key: string }[]
    >`select id, number, note as key from "order" where starts_with(note, ${mark})`
    const payments = await sql<
      { key: string }[]
    >`select reference as key from payment where starts_with(reference, ${mark})`
    const keys = new Map<string, number>()
    for (const { key } of [...rows, ...payments]) keys.set(key, (keys.get(key) ?? 0) + 1)
    const byId = new Map(rows.map(row => [row.id, row]))
    const changed = answered.filter(
      order => byId.get(order.id)?.number !== order.number || byId.get(order.id)?.key !== order.key,
    ).length
    return { keys, changed }
  })
}
