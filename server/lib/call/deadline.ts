import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from './problem.ts'

// A deadline applies to the call as a whole, so that waiting for a connection, for a lock and for a
// slow query does not take the full limit three times. It is passed implicitly, because no code
// between a call and its queries decides about it.
const deadlines = new AsyncLocalStorage<{ endsAt: number } | undefined>()

/** Runs the work with a deadline: after this time, waiting for the database fails. */
export const withDeadline = <T>(ms: number, work: () => T): T =>
  deadlines.run({ endsAt: performance.now() + ms }, work)

/** Runs the work without a deadline, such as the rest of an export after the call has replied. */
export const withoutDeadline = <T>(work: () => T): T => deadlines.run(undefined, work)

/**
 * Returns the time until the deadline, at least 1 ms; undefined without one, as in jobs and seeds.
 */
export function getRemainingMs(): number | undefined {
  const deadline = deadlines.getStore()
  return deadline && Math.max(1, Math.ceil(deadline.endsAt - performance.now()))
}

/**
 * Runs work that is not in the database, such as hashing a password, and extends the deadline by
 * its time.
 */
export async function pauseDeadline<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const deadline = deadlines.getStore()
    if (deadline) deadline.endsAt += performance.now() - startedAt
  }
}

export const createBusyProblem = () => new Problem(503, 'unavailable', {}, { retryAfterSeconds: 1 })

/**
 * Returns the result of the work, or throws `createError()` after `ms`; a later result is ignored.
 */
export function withTimeout<T>(
  ms: number,
  work: Promise<T>,
  createError: () => unknown = createBusyProblem,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(createError()), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
