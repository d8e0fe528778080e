import autocannon from 'autocannon'

export type Case = {
  name: string
  url: string
  paths: string[]
  headers?: Record<string, string>
  method?: 'POST'
  bodyOf?: (nr: number) => string
}
export type Measured = { perSecond: number; p50: number; p97: number; failed: number }

/** Drives one case for some seconds, its addresses in turn on each connection. */
export async function drive(
  { url, paths, headers = {}, method, bodyOf }: Case,
  seconds: number,
  connections: number,
): Promise<Measured> {
  let nr = 0
  const requests = paths.map(path => ({
    path,
    method: method ?? 'GET',
    ...(bodyOf && { setupRequest: (request: object) => ({ ...request, body: bodyOf(nr++) }) }),
  }))
  const result = await autocannon({ url, connections, duration: seconds, headers, requests })
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p97: result.latency.p97_5,
    failed: result.non2xx + result.errors + result.timeouts,
  }
}

/** One request after the other: what a person waits. Milliseconds. */
export async function time(
  url: string,
  headers: Record<string, string>,
  times: number,
): Promise<{ p50: number; p95: number }> {
  const all: number[] = []
  for (let nr = 0; nr < times; nr++) {
    const start = performance.now()
    const reply = await fetch(url, { headers })
    await reply.arrayBuffer()
    if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
    all.push(performance.now() - start)
  }
  all.sort((a, b) => a - b)
  const at = (part: number) => all[Math.min(all.length - 1, Math.floor(all.length * part))] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
