import type { JobHelpers, Task } from 'graphile-worker'
import { JobDeadlineError, type JobRule, toMilliseconds } from './job-rule.ts'

/** How long a job may take to save why it was stopped. */
const graceMs = 10_000

/**
 * Returns the job with a deadline. It aborts the signal of the job, and a job that continues anyway
 * fails shortly afterwards, so that its worker is free.
 */
export const withJobDeadline =
  (name: string, task: Task, { deadline }: JobRule, grace = graceMs): Task =>
  async (payload, helpers) => {
    const stop = new AbortController()
    const { promise: expired, reject } = Promise.withResolvers<never>()
    // A job without a result until then is not awaited any more.
    expired.catch(() => {})
    const expire = () => {
      const error = new JobDeadlineError(name, deadline)
      stop.abort(error)
      timer = setTimeout(() => reject(error), grace)
    }
    let timer = setTimeout(expire, toMilliseconds(deadline))
    try {
      return await Promise.race([task(payload, addSignal(helpers, stop.signal)), expired])
    } finally {
      clearTimeout(timer)
    }
  }

const addSignal = (helpers: JobHelpers, signal: AbortSignal): JobHelpers => ({
  ...helpers,
  abortSignal: helpers.abortSignal ? AbortSignal.any([helpers.abortSignal, signal]) : signal,
})
