import type { Readable } from 'node:stream'
import { withoutLimit } from './call-limit.ts'
import { Problem } from './problem.ts'

const everyMs = 1000

/** What is sent for long ends about a second after whoever takes it may no longer. `mayStill` asks anew each time. */
export function whileAllowed(stream: Readable, mayStill: () => Promise<boolean>): Readable {
  let timer: NodeJS.Timeout | undefined
  const look = async () => {
    // Where the database is away nobody can say; the stream itself waits for it too.
    const may = await mayStill().catch(error => !(error instanceof Problem && error.status === 401))
    if (stream.destroyed) return
    if (may) later()
    else stream.destroy(new Error('whoever takes this download may no longer'))
  }
  const later = () => {
    timer = setTimeout(() => void withoutLimit(look), everyMs)
  }
  later()
  return stream.once('close', () => clearTimeout(timer))
}
