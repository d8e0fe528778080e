import { Problem } from '../call/problem.ts'

/**
 * Returns a function that runs at most `maxConcurrent` tasks at once in this process and
 * lets up to `maxWaiting` others wait in turn.
 * @throws Problem 503 unavailable if too many wait
 */
export function createConcurrencyLimiter(
  maxConcurrent: number,
  maxWaiting = Number.POSITIVE_INFINITY,
): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: (() => void)[] = []
  return async work => {
    if (running < maxConcurrent) running += 1
    else {
      if (waiting.length >= maxWaiting)
        throw new Problem(503, 'unavailable', {}, { retryAfterSeconds: 2 })
      await new Promise<void>(resolve => waiting.push(resolve))
    }
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
