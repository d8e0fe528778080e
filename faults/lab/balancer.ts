import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProcessReady } from './server-process.ts'

const healthCheckIntervalMs = 100

/** A minimal load balancer that sends each request to the next ready server. */
export type Balancer = {
  url: string
  counts: { rejected: number; retried: number; failed: number }
  stop: () => Promise<void>
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const counts = { rejected: 0, retried: 0, failed: 0 }
  const readyPorts = new Set(ports)
  let isStopped = false
  let requestCount = 0

  async function forward(incoming: IncomingMessage, reply: ServerResponse) {
    const body = await buffer(incoming)
    // A request is always safe to repeat after a refused connection, because it was never sent.
    // After a broken connection, it is safe only for reads and with an idempotency key.
    const isRetryable =
      incoming.method === 'GET' || incoming.headers['idempotency-key'] !== undefined
    const firstIndex = requestCount++
    const portsInOrder = ports.map((_, nr) => ports[(firstIndex + nr) % ports.length] ?? 0)
    for (const port of [
      ...portsInOrder.filter(candidate => readyPorts.has(candidate)),
      ...portsInOrder,
    ]) {
      const outcome = await forwardTo(port, incoming, body)
      if (typeof outcome !== 'string') {
        reply.writeHead(outcome.status, outcome.headers)
        return void reply.end(outcome.body)
      }
      if (outcome === 'ECONNREFUSED') counts.rejected += 1
      else if (isRetryable) counts.retried += 1
      else break
    }
    counts.failed += 1
    reply.writeHead(502).end()
  }
  const server = createServer((incoming, reply) => void forward(incoming, reply))
  // On a busy machine, an idle connection could otherwise close while its next request arrives.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  const healthChecks = ports.map(async port => {
    while (!isStopped) {
      if (await isProcessReady(`http://127.0.0.1:${port}`)) readyPorts.add(port)
      else readyPorts.delete(port)
      await sleep(healthCheckIntervalMs)
    }
  })
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    async stop() {
      isStopped = true
      await Promise.all(healthChecks)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type ForwardedReply = { status: number; headers: Record<string, string>; body: Buffer }

/** Returns the response of the server, or the error code of the connection. */
async function forwardTo(
  port: number,
  incoming: IncomingMessage,
  body: Buffer,
): Promise<ForwardedReply | string> {
  const { connection: _, ...headers } = incoming.headers
  const outgoing = request({
    host: '127.0.0.1',
    port,
    method: incoming.method,
    path: incoming.url,
    headers,
    agent: false,
  })
  outgoing.end(body)
  try {
    const reply = await new Promise<IncomingMessage>((resolve, reject) =>
      outgoing.once('response', resolve).once('error', reject),
    )
    const { 'content-type': type = '', 'retry-after': retryAfter } = reply.headers
    return {
      status: reply.statusCode ?? 0,
      headers: { 'content-type': type, ...(retryAfter && { 'retry-after': retryAfter }) },
      body: await buffer(reply),
    }
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  }
}
