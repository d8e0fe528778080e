import { setTimeout as sleep } from 'node:timers/promises'

/** One look at one address. `status` is 0 where nothing answered at all. */
export type Look = {
  path: string
  status: number
  ms: number
  retryAfter: string | null
  isJson: boolean
}

export async function look(url: string, path: string, init: RequestInit = {}): Promise<Look> {
  const began = performance.now()
  try {
    const reply = await fetch(`${url}${path}`, init)
    const text = await reply.text()
    const isJson =
      (reply.headers.get('content-type') ?? '').includes('json') && text.startsWith('{')
    return {
      path,
      status: reply.status,
      ms: performance.now() - began,
      retryAfter: reply.headers.get('retry-after'),
      isJson,
    }
  } catch {
    return { path, status: 0, ms: performance.now() - began, retryAfter: null, isJson: false }
  }
}

/** Looks again and again, several at once, until stopped. */
export function keepLooking(
  count: number,
  once: () => Promise<Look>,
): { stop: () => Promise<Look[]> } {
  const looks: Look[] = []
  let isStopped = false
  const looking = Array.from({ length: count }, async () => {
    while (!isStopped) {
      looks.push(await once())
      await sleep(25)
    }
  })
  return {
    async stop() {
      isStopped = true
      await Promise.all(looking)
      return looks
    },
  }
}

export const slowest = (looks: readonly { ms: number }[]): number =>
  Math.max(0, ...looks.map(({ ms }) => ms))
export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 1000 ? 2 : 1)} s`
/** A refusal that says when to come back, in the words every client understands. */
export const isClear = ({ status, retryAfter, isJson }: Look): boolean =>
  status === 503 && Number(retryAfter) > 0 && isJson

/** How often each status came, as `200 × 31, 503 × 4`. */
export const tally = (looks: readonly { status: number }[]): string =>
  Object.entries(Object.groupBy(looks, each => each.status))
    .map(([status, all]) => `${status} × ${all?.length ?? 0}`)
    .join(', ')
