import { AsyncLocalStorage } from 'node:async_hooks'
import { Problem } from './problem.ts'

// A limit is of the call as a whole: whoever waits for a connection, then for a lock, then for a slow query must not be
// given the same patience three times. It goes along unseen, because nothing between a call and its queries decides on it.
const deadlines = new AsyncLocalStorage<{ endsAt: number } | undefined>()

/** From here on, everything that is waited for in the database ends after this time. */
export const withDeadline = <T>(ms: number, work: () => T): T =>
  deadlines.run({ endsAt: performance.now() + ms }, work)

/** For what goes on after a call was answered, such as the rest of an export. */
export const withoutDeadline = <T>(work: () => T): T => deadlines.run(undefined, work)

/** What is left of the limit, at least a moment; undefined where there is none: jobs, seeds, tests. */
export function getRemainingMs(): number | undefined {
  const deadline = deadlines.getStore()
  return deadline && Math.max(1, Math.ceil(deadline.endsAt - performance.now()))
}

/** For what is waited for within a call but not in the database, such as a password's hash: the limit moves on by it. */
export async function pauseDeadline<T>(work: () => Promise<T>): Promise<T> {
  const startedAt = performance.now()
  try {
    return await work()
  } finally {
    const deadline = deadlines.getStore()
    if (deadline) deadline.endsAt += performance.now() - startedAt
  }
}

export const createBusyProblem = () =>
  new Problem(
    503,
    'unavailable',
    {},
    {
      retryAfterSeconds: 1,
    },
  )

/** Fails with `late()` when it takes longer; what came of it afterwards is nobody's concern. */
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
