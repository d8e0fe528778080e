import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from './problem.ts'

// A limit is of the call as a whole: whoever waits for a connection, then for a lock, then for a slow query must not be
// given the same patience three times. It goes along unseen, because nothing between a call and its queries decides on it.
const limits = new AsyncLocalStorage<{ end: number } | undefined>()

/** From here on, everything that is waited for in the database ends after this time. */
export const withinMs = <T>(ms: number, work: () => T): T =>
  limits.run({ end: performance.now() + ms }, work)

/** For what goes on after a call was answered, such as the rest of an export. */
export const withoutLimit = <T>(work: () => T): T => limits.run(undefined, work)

/** What is left of the limit, at least a moment; undefined where there is none: jobs, seeds, tests. */
export function msLeft(): number | undefined {
  const limit = limits.getStore()
  return limit && Math.max(1, Math.ceil(limit.end - performance.now()))
}

/** For what is waited for within a call but not in the database, such as a password's hash: the limit moves on by it. */
export async function offTheClock<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    const limit = limits.getStore()
    if (limit) limit.end += performance.now() - began
  }
}

export const busy = () =>
  new Problem(503, 'unavailable', 'The service is busy. Try again in a moment.', {
    retryAfterSeconds: 1,
  })

/** Fails with `late()` when it takes longer; what came of it afterwards is nobody's concern. */
export function inTime<T>(ms: number, work: Promise<T>, late: () => unknown = busy): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
