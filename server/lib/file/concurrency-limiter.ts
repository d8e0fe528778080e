import { Problem } from '../call/problem.ts'

/**
 * Lets so much of some heavy work run at once in this process; the rest waits in turn. What would wait behind too many is told
 * to come back, before it has cost anything.
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
        throw new Problem(
          503,
          'unavailable',
          {},
          {
            retryAfterSeconds: 2,
          },
        )
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
