import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { pauseDeadline } from '../call/deadline.ts'
import { createConcurrencyLimiter } from '../file/concurrency-limiter.ts'

// argon2id with the OWASP Password Storage Cheat Sheet's first choice: 19 MiB, 2 passes, 1 lane.
const hashOptions = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash occupies a CPU core for longer than any other call. The limiter leaves capacity for other
 * calls during a flood of logins, and rejects logins when its queue is full.
 */
const limitConcurrency = createConcurrencyLimiter(
  Math.min(4, Math.max(1, availableParallelism() - 1)),
  100,
)
const runLimited = <T>(work: () => Promise<T>) => pauseDeadline(() => limitConcurrency(work))

/** Devices encode é as one or two code points. Both forms are the same password. */
const normalizePassword = (password: string) => password.normalize('NFC')

export const hashPassword = (password: string) =>
  runLimited(() => hash(normalizePassword(password), hashOptions))

let decoyHash: Promise<string> | undefined

/**
 * Returns whether the password matches the hash. Without a hash it verifies against a decoy, so
 * that the response time does not reveal whether an account exists.
 */
export async function verifyPassword(
  storedHash: string | undefined,
  password: string,
): Promise<boolean> {
  decoyHash ??= hash('password of no account', hashOptions)
  // An account can have no password, for example a deleted one.
  const validHash = storedHash?.startsWith('$argon2') ? storedHash : undefined
  const comparedHash = validHash ?? (await decoyHash)
  const enteredPassword = password.slice(0, 1000)
  const normalizedPassword = normalizePassword(enteredPassword)
  // Older hashes were created without normalization.
  const isMatch =
    (await runLimited(() => verify(comparedHash, normalizedPassword))) ||
    (enteredPassword !== normalizedPassword &&
      (await runLimited(() => verify(comparedHash, enteredPassword))))
  return isMatch && validHash !== undefined
}

const argonPattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/

/** Returns whether a hash uses weaker parameters than new hashes. A login replaces such a hash. */
export function isWeakHash(storedHash: string): boolean {
  const [, memory = 0, time = 0, lanes = 0] = (argonPattern.exec(storedHash) ?? []).map(Number)
  return (
    memory < hashOptions.memoryCost ||
    time < hashOptions.timeCost ||
    lanes < hashOptions.parallelism
  )
}
