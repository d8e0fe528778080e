import { setTimeout as sleep } from 'node:timers/promises'

/** One look at one address. `status` is 0 where nothing answered at all. */
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

/** Looks again and again, several at once, until stopped. */
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
export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`
/** A refusal that says when to come back, in the words every client understands. */
export const isClearRejection = ({ status, retryAfter, isJson }: ProbeResult): boolean =>
  status === 503 && Number(retryAfter) > 0 && isJson

/** How often each status came, as `200 × 31, 503 × 4`. */
export const formatStatusCounts = (results: readonly { status: number }[]): string =>
  Object.entries(Object.groupBy(results, each => each.status))
    .map(([status, sameStatus]) => `${status} × ${sameStatus?.length ?? 0}`)
    .join(', ')
