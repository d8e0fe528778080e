import { vi } from 'vitest'

/** Runs `work` while the monotonic clock is `ms` ahead, so that caches expire without a wait. */
export async function withClockAhead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const now = performance.now.bind(performance)
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  try {
    return await work()
  } finally {
    clock.mockRestore()
  }
}

/** A monotonic clock for the app that a test can put forward. */
export function createTestClock() {
  let passedMs = 0
  return {
    now: () => performance.now() + passedMs,
    pass: (ms: number) => {
      passedMs += ms
    },
  }
}
