import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { pauseDeadline } from '../lib/call/deadline.ts'
import { createConcurrencyLimiter } from '../lib/file/concurrency-limiter.ts'

// argon2id with the OWASP Password Storage Cheat Sheet's first choice: 19 MiB, 2 passes, 1 lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash takes a core for longer than any other call: a flood of logins leaves the others room, and its own end is told to wait. */
const turns = createConcurrencyLimiter(Math.min(4, Math.max(2, availableParallelism() - 1)), 100)
const inTurn = <T>(work: () => Promise<T>) => pauseDeadline(() => turns(work))

/** One device writes é as one sign and another as two; to the person it is one password. */
const spelledOneWay = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string) => inTurn(() => hash(spelledOneWay(password), cost))

let decoy: Promise<string> | undefined

/** True for the right password. Without a hash the same work is done, so that time does not tell who has an account. */
export async function isPassword(stored: string | undefined, given: string): Promise<boolean> {
  decoy ??= hash('nobody has this password', cost)
  // Somebody may have no password, having come by an invitation or by a passkey.
  const known = stored?.startsWith('$argon2') ? stored : undefined
  const compared = known ?? (await decoy)
  const typed = given.slice(0, 1000)
  const spelled = spelledOneWay(typed)
  // Older hashes are of what was typed.
  const isRight =
    (await inTurn(() => verify(compared, spelled))) ||
    (typed !== spelled && (await inTurn(() => verify(compared, typed))))
  return isRight && known !== undefined
}

const spelled = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/

/** Whether a hash was made with less work than new ones are; whoever logs in with it is given a new one. */
export function isWeak(stored: string): boolean {
  const [, memory = 0, time = 0, lanes = 0] = (spelled.exec(stored) ?? []).map(Number)
  return memory < cost.memoryCost || time < cost.timeCost || lanes < cost.parallelism
}
