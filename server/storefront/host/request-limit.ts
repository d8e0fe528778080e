import { setNewest } from '../../lib/bounded-map.ts'
import { Problem } from '../../lib/call/problem.ts'

const maxKeys = 10_000

export type RequestRate = { burst: number; refillPerSecond: number }

/**
 * Limits the requests of each key in this process, at no cost for the database: `burst` at once and
 * `refillPerSecond` more, both multiplied by `factor`.
 */
export function createRequestLimit(factor: number, { burst, refillPerSecond }: RequestRate) {
  const usageByKey = new Map<string, { count: number; at: number }>()
  /**
   * Returns the current usage of a key.
   * @throws Problem 429 for a key that has used its limit
   */
  function getUsage(key: string) {
    const at = performance.now()
    const earlier = usageByKey.get(key)
    const count = earlier
      ? Math.max(0, earlier.count - ((at - earlier.at) / 1000) * refillPerSecond * factor)
      : 0
    if (count < burst * factor) return { count, at }
    throw new Problem(429, 'too_many_attempts', { count: 5 }, { retryAfterSeconds: 5 })
  }
  /** @throws Problem 429 */
  function assert(key: string) {
    getUsage(key)
  }
  /**
   * Counts a request.
   * @throws Problem 429
   */
  function consume(key: string) {
    const { count, at } = getUsage(key)
    setNewest(usageByKey, [key, { count: count + 1, at }], maxKeys)
  }
  return { assert, consume }
}
