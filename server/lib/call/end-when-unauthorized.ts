import type { Readable } from 'node:stream'
import { withoutDeadline } from './deadline.ts'
import { Problem } from './problem.ts'

const checkIntervalMs = 1000

/** What is sent for long ends about a second after whoever takes it may no longer. `mayStill` asks anew each time. */
export function endWhenUnauthorized(
  stream: Readable,
  isStillAuthorized: () => Promise<boolean>,
): Readable {
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    // Where the database is away nobody can say; the stream itself waits for it too.
    const isAuthorized = await isStillAuthorized().catch(
      error => !(error instanceof Problem && error.status === 401),
    )
    if (stream.destroyed) return
    if (isAuthorized) scheduleCheck()
    else stream.destroy(new Error('whoever takes this download may no longer'))
  }
  const scheduleCheck = () => {
    timer = setTimeout(() => void withoutDeadline(check), checkIntervalMs)
  }
  scheduleCheck()
  return stream.once('close', () => clearTimeout(timer))
}
