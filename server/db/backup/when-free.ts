import { setTimeout as sleep } from 'node:timers/promises'

/** Together about five minutes: longer than any request or report holds a table. */
const [lockTries, lockPauseMs] = [150, 1200]

/** Who waits for a busy table makes every request wait behind them; so it waits less than anybody minds, and comes again. */
export const lockPatience = '800ms'

/** Tried again until nobody holds the tables that it changes; it was rolled back, so each try is the first. */
export async function whenFree(
  apply: () => Promise<unknown>,
  triesLeft = lockTries,
): Promise<void> {
  try {
    await apply()
  } catch (error) {
    if (!(isBusy(error) || (error instanceof Error && isBusy(error.cause))) || triesLeft === 0)
      throw error
    await sleep(lockPauseMs)
    await whenFree(apply, triesLeft - 1)
  }
}

const isBusy = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === '55P03'
