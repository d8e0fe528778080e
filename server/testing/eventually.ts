import { vi } from 'vitest'

/** Repeats a check until it throws no error, and returns its result. Only a hang reaches the limit. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 240_000 })
