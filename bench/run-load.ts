import autocannon from 'autocannon'

export type LoadCase = {
  name: string
  url: string
  paths: string[]
  headers?: Record<string, string>
  method?: 'POST'
  createBody?: (nr: number) => string
}
export type LoadResult = { perSecond: number; p50: number; p97_5: number; failedCount: number }

/** Sends the requests of one case for some seconds, on each connection one path after the other. */
export async function runLoad(
  { url, paths, headers = {}, method, createBody }: LoadCase,
  seconds: number,
  connections: number,
): Promise<LoadResult> {
  let requestNumber = 0
  const requests = paths.map(path => ({
    path,
    method: method ?? 'GET',
    ...(createBody && {
      setupRequest: (request: object) => ({ ...request, body: createBody(requestNumber++) }),
    }),
  }))
  const result = await autocannon({ url, connections, duration: seconds, headers, requests })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p97_5: result.latency.p97_5,
    failedCount: result.non2xx + result.errors + result.timeouts,
  }
}

/** Returns the latency in milliseconds of requests that are sent one after the other. */
export async function measureLatency(
  url: string,
  headers: Record<string, string>,
  times: number,
): Promise<{ p50: number; p95: number }> {
  const latencies: number[] = []
  for (let nr = 0; nr < times; nr++) {
    const start = performance.now()
    const reply = await fetch(url, { headers })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${url} returned ${reply.status}`)
    latencies.push(performance.now() - start)
  }
  latencies.sort((a, b) => a - b)
  const percentile = (part: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * part))] ?? 0
  return { p50: percentile(0.5), p95: percentile(0.95) }
}
