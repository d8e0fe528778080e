import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from './problem.ts'

// A limit is of the call as a whole: whoever waits for a connection, then for a lock, then for a slow query must not be
// given the same patience three times. It goes along unseen, because nothing between a call and its queries decides on it.
const ends = new AsyncLocalStorage<number | undefined>()

/** From here on, everything that is waited for in the database ends after this time. */
export const withinMs = <T>(ms: number, work: () => T): T => ends.run(performance.now() + ms, work)

/** For what goes on after a call was answered, such as the rest of an export. */
export const withoutLimit = <T>(work: () => T): T => ends.run(undefined, work)

/** What is left of the limit, at least a moment; undefined where there is none: jobs, seeds, tests. */
export function msLeft(): number | undefined {
  const end = ends.getStore()
  return end === undefined ? undefined : Math.max(1, Math.ceil(end - performance.now()))
}

export const busy = () => new Problem(503, 'unavailable', 'The service is busy. Try again in a moment.', { retryAfterSeconds: 1 })

/** Fails with `late()` when it takes longer; what came of it afterwards is nobody's concern. */
export function inTime<T>(ms: number, work: Promise<T>, late: () => unknown = busy): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
