import { setTimeout as sleep } from 'node:timers/promises'

/** About five minutes in total: longer than any request or report uses a table. */
const maxLockRetries = 150
const lockPauseMs = 1200

/**
 * A statement that waits for a table lock blocks every later request for that table. It therefore
 * waits only a short time and is retried.
 */
export const lockTimeout = '800ms'

/**
 * Retries the operation while another transaction locks its tables. It must roll back when it
 * fails.
 */
export async function retryWhileLocked(
  operation: () => Promise<unknown>,
  retriesLeft = maxLockRetries,
): Promise<void> {
  try {
    await operation()
  } catch (error) {
    const wasLocked = isLockTimeout(error) || (error instanceof Error && isLockTimeout(error.cause))
    if (!wasLocked || retriesLeft === 0) throw error
    await sleep(lockPauseMs)
    await retryWhileLocked(operation, retriesLeft - 1)
  }
}

const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03'
