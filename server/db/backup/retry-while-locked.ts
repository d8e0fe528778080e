import { setTimeout as sleep } from 'node:timers/promises'

/** Together about five minutes: longer than any request or report holds a table. */
const [maxLockRetries, lockPauseMs] = [150, 1200]

/** Who waits for a busy table makes every request wait behind them; so it waits less than anybody minds, and comes again. */
export const lockTimeout = '800ms'

/** Tried again until nobody holds the tables that it changes; it was rolled back, so each try is the first. */
export async function retryWhileLocked(
  operation: () => Promise<unknown>,
  retriesLeft = maxLockRetries,
): Promise<void> {
  try {
    await operation()
  } catch (error) {
    if (
      !(isLockTimeout(error) || (error instanceof Error && isLockTimeout(error.cause))) ||
      retriesLeft === 0
    )
      throw error
    await sleep(lockPauseMs)
    await retryWhileLocked(operation, retriesLeft - 1)
  }
}

const isLockTimeout = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03'
