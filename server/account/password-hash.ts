import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { pauseDeadline } from '../lib/call/deadline.ts'
import { createConcurrencyLimiter } from '../lib/file/concurrency-limiter.ts'

// argon2id with the OWASP Password Storage Cheat Sheet's first choice: 19 MiB, 2 passes, 1 lane.
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash takes a core for longer than any other call: a flood of logins leaves the others room, and its own end is told to wait. */
const limitConcurrency = createConcurrencyLimiter(
  Math.min(4, Math.max(2, availableParallelism() - 1)),
  100,
)
const runLimited = <T>(work: () => Promise<T>) => pauseDeadline(() => limitConcurrency(work))

/** One device writes é as one sign and another as two; to the person it is one password. */
const normalizePassword = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string) =>
  runLimited(() => hash(normalizePassword(password), hashOptions))

let decoyHash: Promise<string> | undefined

/** True for the right password. Without a hash the same work is done, so that time does not tell who has an account. */
export async function verifyPassword(
  storedHash: string | undefined,
  password: string,
): Promise<boolean> {
  decoyHash ??= hash('nobody has this password', hashOptions)
  // Somebody may have no password, having come by an invitation or by a passkey.
  const validHash = storedHash?.startsWith('$argon2') ? storedHash : undefined
  const comparedHash = validHash ?? (await decoyHash)
  const enteredPassword = password.slice(0, 1000)
  const normalizedPassword = normalizePassword(enteredPassword)
  // Older hashes are of what was typed.
  const isMatch =
    (await runLimited(() => verify(comparedHash, normalizedPassword))) ||
    (enteredPassword !== normalizedPassword &&
      (await runLimited(() => verify(comparedHash, enteredPassword))))
  return isMatch && validHash !== undefined
}

const argonPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/

/** Whether a hash was made with less work than new ones are; whoever logs in with it is given a new one. */
export function isWeakHash(storedHash: string): boolean {
  const [, memory = 0, time = 0, lanes = 0] = (argonPattern.exec(storedHash) ?? []).map(Number)
  return (
    memory < hashOptions.memoryCost ||
    time < hashOptions.timeCost ||
    lanes < hashOptions.parallelism
  )
}
