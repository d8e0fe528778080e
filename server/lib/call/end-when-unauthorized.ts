import type { Readable } from 'node:stream'
import { withoutDeadline } from './deadline.ts'
import { Problem } from './problem.ts'

const checkIntervalMs = 1000

/**
 * Ends a long stream about a second after its receiver loses the permission. Returns the stream.
 */
export function endWhenUnauthorized(
  stream: Readable,
  isStillAuthorized: () => Promise<boolean>,
): Readable {
  let timer: NodeJS.Timeout | undefined
  const check = async () => {
    // Without the database the permission is unknown; the stream itself also waits for it.
    const isAuthorized = await isStillAuthorized().catch(
      error => !(error instanceof Problem && error.status === 401),
    )
    if (stream.destroyed) return
    if (isAuthorized) scheduleCheck()
    else stream.destroy(new Error('The receiver is no longer authorized.'))
  }
  const scheduleCheck = () => {
    timer = setTimeout(() => void withoutDeadline(check), checkIntervalMs)
  }
  scheduleCheck()
  return stream.once('close', () => clearTimeout(timer))
}
