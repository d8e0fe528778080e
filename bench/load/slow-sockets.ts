import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchServer } from '../bench-server.ts'
import { measureMs, median, percentile } from '../measure/measure.ts'

/**
 * Prints when the server closes sockets that send one byte a second, and how fast it responds to others
 * meanwhile.
 */
export async function measureSlowSockets({ url }: BenchServer) {
  const port = Number(new URL(url).port)
  const startedAt = Date.now()
  const closedAfterSeconds: Record<string, number[]> = { headers: [], body: [] }
  const requestStarts = {
    headers: 'GET /api/account/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ',
    body:
      'POST /api/business/login HTTP/1.1\r\nHost: 127.0.0.1\r\n' +
      'Content-Type: application/json\r\nContent-Length: 10000\r\n\r\n',
  }
  const sockets = Object.entries(requestStarts).flatMap(([kind, start]) =>
    Array.from({ length: 250 }, () => {
      const socket = connect(port, '127.0.0.1', () => socket.write(start))
      const drip = setInterval(() => socket.write('x'), 1000)
      socket.on('error', () => {})
      socket.resume()
      return new Promise<void>(resolve =>
        socket.once('close', () => {
          clearInterval(drip)
          closedAfterSeconds[kind]?.push((Date.now() - startedAt) / 1000)
          resolve()
        }),
      )
    }),
  )
  const otherLatencies: number[] = []
  for (let i = 0; i < 100; i++) {
    otherLatencies.push(
      await measureMs(() => fetch(`${url}/api/account/me`).then(reply => reply.text())),
    )
    await sleep(50)
  }
  await Promise.race([Promise.all(sockets), sleep(60_000)])
  for (const [kind, times] of Object.entries(closedAfterSeconds))
    console.log(
      `250 sockets with one byte a second in the ${kind}: ${times.length} closed, ` +
        `the last after ${Math.max(0, ...times).toFixed(0)} s`,
    )
  console.log(
    `  other requests meanwhile: p50 ${median(otherLatencies).toFixed(1)} ms, p99 ${percentile(
      otherLatencies.toSorted((a, b) => a - b),
      0.99,
    ).toFixed(1)} ms (n = ${otherLatencies.length})`,
  )
}
