import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { isReady } from './server-process.ts'

const askEveryMs = 100

/** What a small balancer in front of several servers does, and nothing more: each request to the next that says it is ready. */
export type Balancer = {
  url: string
  counts: { refused: number; again: number; failed: number }
  stop: () => Promise<void>
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const counts = { refused: 0, again: 0, failed: 0 }
  const ready = new Set(ports)
  let isStopped = false
  let turn = 0

  async function forward(asked: IncomingMessage, reply: ServerResponse) {
    const body = await buffer(asked)
    // Nothing went out to a server that refused the connection; what broke off later may be sent again if that does no harm.
    const isSafe = asked.method === 'GET' || asked.headers['idempotency-key'] !== undefined
    const first = turn++
    const inTurn = ports.map((_, nr) => ports[(first + nr) % ports.length] ?? 0)
    for (const port of [...inTurn.filter(each => ready.has(each)), ...inTurn]) {
      const outcome = await sendTo(port, asked, body)
      if (typeof outcome !== 'string') {
        reply.writeHead(outcome.status, outcome.headers)
        return void reply.end(outcome.body)
      }
      if (outcome === 'ECONNREFUSED') counts.refused += 1
      else if (isSafe) counts.again += 1
      else break
    }
    counts.failed += 1
    reply.writeHead(502).end()
  }
  const server = createServer((asked, reply) => void forward(asked, reply))
  server.listen(0, '127.0.0.1')
  const asking = ports.map(async port => {
    while (!isStopped) {
      if (await isReady(`http://127.0.0.1:${port}`)) ready.add(port)
      else ready.delete(port)
      await sleep(askEveryMs)
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
      await Promise.all(asking)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

type Outcome = { status: number; headers: Record<string, string>; body: Buffer }

/** The answer, or the code of what went wrong. */
async function sendTo(
  port: number,
  asked: IncomingMessage,
  body: Buffer,
): Promise<Outcome | string> {
  const { connection: _, ...headers } = asked.headers
  const out = request({
    host: '127.0.0.1',
    port,
    method: asked.method,
    path: asked.url,
    headers,
    agent: false,
  })
  out.end(body)
  try {
    const reply = await new Promise<IncomingMessage>((resolve, reject) =>
      out.once('response', resolve).once('error', reject),
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
