import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type FaultEnvironment, type FaultFinding, password } from './lab/fault-environment.ts'
import { formatSeconds } from './lab/probe.ts'
import { waitUntil } from './lab/wait-until.ts'

/** Longer than the lease of a delivery, which is a minute. */
const arrivalLimitMs = 90_000
const productsPerKill = 3

/**
 * Kills the server while a webhook receiver delays its response. Each event must arrive, and a
 * repeated event must have the same id.
 */
export async function killServerDuringWebhook(
  environment: FaultEnvironment,
  kills: number,
): Promise<FaultFinding[]> {
  await environment.stopPair()
  const receiver = await startReceiver()
  const env = { WEBHOOKS_TO_ANYWHERE: 'true', SMTP_URL: '' }
  let server = await environment.startServer(env)
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: await environment.createHeaders(),
      body: JSON.stringify(body),
    })
    if (!reply.ok) throw new Error(`${path} returned ${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  await post('webhook/create', { url: receiver.url, events: ['product.created'], password })
  const arrivalTimes: number[] = []
  for (let nr = 0; nr < kills; nr++) {
    const heldRequest = receiver.holdNextRequest()
    for (let productNr = 0; productNr < productsPerKill; productNr++)
      await post('product/create', { title: `Cup ${nr} ${productNr}`, price: 100 })
    await heldRequest
    server.kill('SIGKILL')
    await server.exitStatus
    server = await environment.startServer(env, { port: server.port })
    arrivalTimes.push(
      (await waitUntil(
        async () => receiver.countAccepted() === (nr + 1) * productsPerKill,
        arrivalLimitMs,
      )) ?? Number.POSITIVE_INFINITY,
    )
  }
  // A delivery that was accepted but not recorded before a kill also waits for its lease to end.
  await waitUntil(async () => (await loadDeliveryState(environment))?.waiting === 0, arrivalLimitMs)
  const deliveryState = await loadDeliveryState(environment)
  server.kill('SIGTERM')
  await server.exitStatus
  await receiver.stop()
  return [toWebhookFinding({ kills, deliveryState, attempts: receiver.attempts, arrivalTimes })]
}

type DeliveryState = { events: string[]; waiting: number }

/** Returns the ids of the stored events and the number of deliveries that are not complete. */
async function loadDeliveryState(
  environment: FaultEnvironment,
): Promise<DeliveryState | undefined> {
  const [row] = await environment.withSuperuserSql(
    sql => sql<DeliveryState[]>`
      select
        array(
          select e.id::text
          from webhook_event e
          where e.store_id = ${environment.storeId} and e.type = 'product.created'
        ) as events,
        (
          select count(*)::integer
          from webhook_delivery
          where store_id = ${environment.storeId} and status <> 'delivered'
        ) as waiting`,
  )
  return row
}

function toWebhookFinding({
  kills,
  deliveryState,
  attempts,
  arrivalTimes,
}: {
  kills: number
  deliveryState: DeliveryState | undefined
  attempts: ReadonlyMap<string, number>
  arrivalTimes: readonly number[]
}): FaultFinding {
  const events = deliveryState?.events ?? []
  const missingCount = events.filter(id => !attempts.has(id)).length
  const unknownCount = attempts.size + missingCount - events.length
  const arrivalCount = [...attempts.values()].reduce((sum, count) => sum + count, 0)
  return {
    check: 'kill -9 while a webhook is sent',
    sampleCount: kills,
    result: [
      `${events.length} events arrived ${arrivalCount} times`,
      `${missingCount} missing, ${unknownCount} unknown, ${deliveryState?.waiting ?? 'all'} waiting`,
      `slowest arrival of all events: ${formatSeconds(Math.max(...arrivalTimes))}`,
    ].join('; '),
    hasPassed:
      events.length === kills * productsPerKill &&
      missingCount === 0 &&
      unknownCount === 0 &&
      deliveryState?.waiting === 0 &&
      arrivalCount >= events.length + kills,
  }
}

/** Starts a webhook receiver that can leave a request without a response. */
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
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/events`,
    /** The number of requests by event id. */
    attempts: attemptsByEvent,
    /** Returns the number of events with a response. */
    countAccepted: () => acceptedEvents.size,
    /** Leaves the next request without a response. Resolves when it has arrived. */
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
