import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../../server/db/cluster/find-free-port.ts'
import { isProcessReady } from './server-process.ts'
import { waitUntil } from './wait-until.ts'

const healthCheckIntervalMs = 100

export type Balancer = {
  name: string
  url: string
  counts: { rejected: number; retried: number; failed: number }
  stop: () => Promise<void>
}

/** Starts a minimal load balancer that sends each request to the next ready server. */
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
    name: 'the minimal balancer',
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

export const hasHaproxy = spawnSync('haproxy', ['-v']).status === 0

/** Starts HAProxy with `deploy/haproxy.cfg` for two servers. The counts are complete after `stop`. */
export async function startHaproxy(folder: string, ports: readonly number[]): Promise<Balancer> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const statsSocket = join(folder, 'haproxy.sock')
  const configFile = join(folder, 'haproxy.cfg')
  const config = readFileSync('deploy/haproxy.cfg', 'utf8')
  writeFileSync(configFile, config.replace('global\n', `global\n\tstats socket ${statsSocket}\n`))
  const [WEB_1, WEB_2] = ports.map(serverPort => `127.0.0.1:${serverPort}`)
  const child = spawn('haproxy', ['-db', '-f', configFile], {
    stdio: 'ignore',
    env: {
      ...process.env,
      BIND: `127.0.0.1:${port}`,
      PUBLIC_HOST: '127.0.0.1',
      FRONT_PROXIES: '127.0.0.2',
      WEB_1,
      WEB_2,
    },
  })
  const exit = once(child, 'exit')
  if ((await waitUntil(() => isProcessReady(url), 60_000)) === undefined)
    throw new Error('HAProxy was not ready after a minute.')
  const counts = { rejected: 0, retried: 0, failed: 0 }
  return {
    name: 'HAProxy',
    url,
    counts,
    async stop() {
      Object.assign(counts, await readCounts(statsSocket))
      child.kill()
      await exit
    },
  }
}

async function readCounts(statsSocket: string): Promise<Balancer['counts']> {
  const socket = connect(statsSocket)
  socket.end('show stat\n')
  const [header = '', ...lines] = (await text(socket)).replace(/^# /, '').trim().split('\n')
  const names = header.split(',')
  const backends = lines.map(line => line.split(',')).filter(cells => cells[1] === 'BACKEND')
  const sum = (name: string) =>
    backends.reduce((total, cells) => total + Number(cells[names.indexOf(name)]), 0)
  return {
    rejected: sum('wredis'),
    retried: sum('wretr'),
    failed: sum('econ') + sum('eresp'),
  }
}
