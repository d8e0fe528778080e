export type NotificationTimers = {
  /** Runs the callback once, after `ms` milliseconds. */
  schedule(callback: () => void, ms: number): void
  /** Runs the task again and again, `ms` milliseconds after its previous run has ended. */
  repeat(task: () => unknown, ms: number): void
  /** Cancels all timers. No timer starts afterwards. */
  stop(): void
}

/** Returns timers that can be canceled together. */
export function createNotificationTimers(): NotificationTimers {
  const activeTimers = new Set<NodeJS.Timeout>()
  let isStopped = false

  function schedule(callback: () => void, ms: number) {
    if (isStopped) return
    const timer = setTimeout(() => {
      activeTimers.delete(timer)
      callback()
    }, ms)
    activeTimers.add(timer)
  }

  async function runTask(task: () => unknown, ms: number) {
    try {
      await task()
    } catch {
      // The database is unavailable. The next run does the work.
    }
    repeat(task, ms)
  }
  const repeat = (task: () => unknown, ms: number) => schedule(() => void runTask(task, ms), ms)

  return {
    schedule,
    repeat,
    stop() {
      isStopped = true
      for (const timer of activeTimers) clearTimeout(timer)
    },
  }
}
