import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type FaultPlace, type Finding, untilHolds } from './fault-place.ts'
import { seconds } from './probe.ts'

/** The lease of what a dead process was sending is a minute. */
const arrivesWithinMs = 90_000
const productsEach = 3

/** `kill -9` of a process while a receiver holds its answer: each event arrives, and one that comes twice has the same id. */
export async function killedWebhook(place: FaultPlace, kills: number): Promise<Finding[]> {
  await place.stopPair()
  const receiver = await startReceiver()
  const env = { WEBHOOKS_TO_ANYWHERE: 'true', SMTP_URL: '' }
  let server = await place.startServer(env)
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: await place.headers(),
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  await post('webhook/create', { url: receiver.url, events: ['product.created'] })
  const waits: number[] = []
  for (let nr = 0; nr < kills; nr++) {
    const held = receiver.holdNext()
    for (let each = 0; each < productsEach; each++)
      await post('product/create', { title: `Told of ${nr} ${each}`, price: 100 })
    await held
    server.kill('SIGKILL')
    await server.exit
    server = await place.startServer(env, { port: server.port })
    waits.push(
      (await untilHolds(
        async () => receiver.taken() === (nr + 1) * productsEach,
        arrivesWithinMs,
      )) ?? Number.POSITIVE_INFINITY,
    )
  }
  const look = () =>
    place
      .ask(
        sql => sql<{ events: string[]; waiting: number }[]>`
    select array(select e.id::text from webhook_event e where e.business_id = ${place.businessId} and e.type = 'product.created') as events,
      (select count(*)::integer from webhook_delivery where business_id = ${place.businessId} and status <> 'delivered') as waiting`,
      )
      .then(([row]) => row)
  // What was answered just before a kill, and not yet written down, waits for its lease as well.
  await untilHolds(async () => (await look())?.waiting === 0, arrivesWithinMs)
  const made = await look()
  server.kill('SIGTERM')
  await server.exit
  await receiver.stop()
  const events = made?.events ?? []
  const missing = events.filter(id => !receiver.seen.has(id)).length
  const unknown = receiver.seen.size + missing - events.length
  const times = [...receiver.seen.values()].reduce((sum, each) => sum + each, 0)
  return [
    {
      fault: 'kill -9 in the middle of sending a webhook',
      n: kills,
      figure: `${events.length} events arrived ${times} times: ${missing} missing, ${unknown} unknown, ${made?.waiting ?? 'all'} still waiting; all there after ${seconds(Math.max(...waits))} at most`,
      isRight:
        events.length === kills * productsEach &&
        missing === 0 &&
        unknown === 0 &&
        made?.waiting === 0 &&
        times >= events.length + kills,
    },
  ]
}

async function startReceiver() {
  const seen = new Map<string, number>()
  const taken = new Set<string>()
  const held: ServerResponse[] = []
  let onHeld: (() => void) | undefined
  const server = createServer((asked, reply) => {
    asked.resume()
    const id = String(asked.headers['storewright-event-id'])
    seen.set(id, (seen.get(id) ?? 0) + 1)
    if (onHeld) {
      held.push(reply)
      onHeld()
      onHeld = undefined
      return
    }
    taken.add(id)
    reply.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/told`,
    seen,
    /** Events that were answered. */
    taken: () => taken.size,
    /** The next one gets no answer; settles once it has come. */
    holdNext: () =>
      new Promise<void>(resolve => {
        onHeld = resolve
      }),
    async stop() {
      for (const reply of held) reply.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
