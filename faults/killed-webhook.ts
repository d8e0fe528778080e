import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type FaultEnvironment, type FaultFinding, waitUntil } from './fault-environment.ts'
import { formatSeconds } from './probe.ts'

/** The lease of what a dead process was sending is a minute. */
const arrivesWithinMs = 90_000
const productsPerKill = 3

/** `kill -9` of a process while a receiver holds its answer: each event arrives, and one that comes twice has the same id. */
export async function killServerDuringWebhook(
  environment: FaultEnvironment,
  kills: number,
): Promise<FaultFinding[]> {
  await environment.stopPair()
  const webhookReceiver = await startReceiver()
  const env = { WEBHOOKS_TO_ANYWHERE: 'true', SMTP_URL: '' }
  let server = await environment.startServer(env)
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: await environment.createHeaders(),
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  await post('webhook/create', { url: webhookReceiver.url, events: ['product.created'] })
  const arrivalTimes: number[] = []
  for (let nr = 0; nr < kills; nr++) {
    const heldRequest = webhookReceiver.holdNextRequest()
    for (let each = 0; each < productsPerKill; each++)
      await post('product/create', { title: `Told of ${nr} ${each}`, price: 100 })
    await heldRequest
    server.kill('SIGKILL')
    await server.exitStatus
    server = await environment.startServer(env, { port: server.port })
    arrivalTimes.push(
      (await waitUntil(
        async () => webhookReceiver.taken() === (nr + 1) * productsPerKill,
        arrivesWithinMs,
      )) ?? Number.POSITIVE_INFINITY,
    )
  }
  const loadState = () =>
    environment
      .withSuperuserSql(
        sql => sql<{ events: string[]; waiting: number }[]>`
    select array(select e.id::text from webhook_event e where e.business_id = ${environment.businessId} and e.type = 'product.created') as events,
      (select count(*)::integer from webhook_delivery where business_id = ${environment.businessId} and status <> 'delivered') as waiting`,
      )
      .then(([row]) => row)
  // What was answered just before a kill, and not yet written down, waits for its lease as well.
  await waitUntil(async () => (await loadState())?.waiting === 0, arrivesWithinMs)
  const finalState = await loadState()
  server.kill('SIGTERM')
  await server.exitStatus
  await webhookReceiver.stop()
  const events = finalState?.events ?? []
  const missingCount = events.filter(id => !webhookReceiver.seen.has(id)).length
  const unknownCount = webhookReceiver.seen.size + missingCount - events.length
  const arrivalCount = [...webhookReceiver.seen.values()].reduce((sum, each) => sum + each, 0)
  return [
    {
      check: 'kill -9 in the middle of sending a webhook',
      sampleCount: kills,
      result: `${events.length} events arrived ${arrivalCount} times: ${missingCount} missing, ${unknownCount} unknown, ${finalState?.waiting ?? 'all'} still waiting; all there after ${formatSeconds(Math.max(...arrivalTimes))} at most`,
      hasPassed:
        events.length === kills * productsPerKill &&
        missingCount === 0 &&
        unknownCount === 0 &&
        finalState?.waiting === 0 &&
        arrivalCount >= events.length + kills,
    },
  ]
}

async function startReceiver() {
  const attemptsByEvent = new Map<string, number>()
  const acceptedEvents = new Set<string>()
  const heldReplies: ServerResponse[] = []
  let onHeld: (() => void) | undefined
  const server = createServer((incoming, reply) => {
    incoming.resume()
    const id = String(incoming.headers['webhook-id'])
    attemptsByEvent.set(id, (attemptsByEvent.get(id) ?? 0) + 1)
    if (onHeld) {
      heldReplies.push(reply)
      onHeld()
      onHeld = undefined
      return
    }
    acceptedEvents.add(id)
    reply.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/told`,
    seen: attemptsByEvent,
    /** Events that were answered. */
    taken: () => acceptedEvents.size,
    /** The next one gets no answer; settles once it has come. */
    holdNextRequest: () =>
      new Promise<void>(resolve => {
        onHeld = resolve
      }),
    async stop() {
      for (const reply of heldReplies) reply.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
