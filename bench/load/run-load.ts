import autocannon, { type Client } from 'autocannon'
import { percentile } from '../measure/measure.ts'

export type LoadRequest = {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}
export type LoadCase = {
  url: string
  /** Requests that are sent in turn, or a function that returns the next one. */
  requests: LoadRequest[] | (() => LoadRequest)
}
export type LoadResult = {
  completedCount: number
  perSecond: number
  p50: number
  p99: number
  failedCount: number
}

/**
 * Stops a client from decoding the bodies of replies, which no request uses. Decoding a compressed
 * page takes several times as long as the server needs to send it.
 */
function ignoreBodies({ pipelinedRequests }: Client) {
  pipelinedRequests.addBody = () => {}
}

/**
 * Sends the requests for some seconds, or exactly `amount` of them. Each connection starts at another
 * request.
 */
export async function runLoad(
  { url, requests }: LoadCase,
  length: { seconds: number } | { amount: number },
  connections: number,
): Promise<LoadResult> {
  const list =
    typeof requests === 'function'
      ? [{ ...requests(), setupRequest: (request: LoadRequest) => ({ ...request, ...requests() }) }]
      : requests
  let clientNumber = 0
  const startedAt = performance.now()
  const run = autocannon({
    url,
    connections,
    ...('amount' in length
      ? { duration: 1, amount: Math.max(connections, Math.round(length.amount)) }
      : { duration: length.seconds }),
    sampleInt: 50,
    requests: list,
    setupClient: client => {
      ignoreBodies(client)
      const start = Math.floor((clientNumber++ / connections) * list.length)
      client.setRequests([...list.slice(start), ...list.slice(0, start)].map(item => ({ ...item })))
    },
  })
  const latencies: number[] = []
  let failedCount = 0
  let endedAt = startedAt
  run.on('response', (_client, status, _bytes, durationMs) => {
    endedAt = performance.now()
    if (status >= 200 && status < 400) latencies.push(durationMs)
    else failedCount++
  })
  const { errors, timeouts } = await run
  latencies.sort((a, b) => a - b)
  return {
    completedCount: latencies.length,
    perSecond: endedAt > startedAt ? (latencies.length * 1000) / (endedAt - startedAt) : 0,
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
    failedCount: failedCount + errors + timeouts,
  }
}
