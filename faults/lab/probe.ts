import { setTimeout as sleep } from 'node:timers/promises'

/** The result of one request. `status` is 0 if there was no response. */
export type ProbeResult = {
  path: string
  status: number
  ms: number
  retryAfter: string | null
  isJson: boolean
}

export async function sendProbe(
  url: string,
  path: string,
  init: RequestInit = {},
): Promise<ProbeResult> {
  const startedAt = performance.now()
  try {
    const reply = await fetch(`${url}${path}`, init)
    const text = await reply.text()
    const isJson =
      (reply.headers.get('content-type') ?? '').includes('json') && text.startsWith('{')
    return {
      path,
      status: reply.status,
      ms: performance.now() - startedAt,
      retryAfter: reply.headers.get('retry-after'),
      isJson,
    }
  } catch {
    return { path, status: 0, ms: performance.now() - startedAt, retryAfter: null, isJson: false }
  }
}

/** Repeats the probe in `count` parallel loops until `stop` is called. */
export function startProbing(
  count: number,
  probe: () => Promise<ProbeResult>,
): { stop: () => Promise<ProbeResult[]> } {
  const results: ProbeResult[] = []
  let isStopped = false
  const probes = Array.from({ length: count }, async () => {
    while (!isStopped) {
      results.push(await probe())
      await sleep(25)
    }
  })
  return {
    async stop() {
      isStopped = true
      await Promise.all(probes)
      return results
    },
  }
}

export const getSlowestMs = (results: readonly { ms: number }[]): number =>
  Math.max(0, ...results.map(({ ms }) => ms))
/** Formats a duration. Undefined means that the awaited event never happened. */
export const formatSeconds = (ms: number | undefined): string =>
  ms === undefined || ms === Number.POSITIVE_INFINITY
    ? 'never'
    : `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`
/** Returns whether the response is a JSON 503 with a Retry-After header. */
export const isClearRejection = ({ status, retryAfter, isJson }: ProbeResult): boolean =>
  status === 503 && Number(retryAfter) > 0 && isJson

/** Returns the count of each status, as in `200 × 31, 503 × 4`. */
export const formatStatusCounts = (results: readonly { status: number }[]): string =>
  Object.entries(Object.groupBy(results, ({ status }) => status))
    .map(([status, sameStatus]) => `${status} × ${sameStatus?.length ?? 0}`)
    .join(', ')
