import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import type { SecretKeys } from '../lib/security/secret-keys.ts'

/** What somebody is asked for; an answer to one is no answer to another. With a person where that is known. */
export type ChallengeFor = `add ${string}` | `unlock ${string}` | 'login'

export const challengeSeconds = 300
const at = { chance: 16, end: 22, proof: 38 } as const

const proofOf = (keys: SecretKeys, purpose: ChallengeFor, start: Uint8Array) =>
  createHmac('sha256', keys.passkey)
    .update(purpose)
    .update('\0')
    .update(start)
    .digest()
    .subarray(0, 16)

/**
 * A challenge that proves itself: whoever asks for one makes no row, however often they ask. Chance, then when it ends, then
 * the installation's word that it is one of its own for this purpose.
 */
export function makeChallenge(keys: SecretKeys, purpose: ChallengeFor): string {
  const start = Buffer.alloc(at.end)
  randomBytes(at.chance).copy(start)
  start.writeUIntBE(Math.floor(Date.now() / 1000) + challengeSeconds, at.chance, at.end - at.chance)
  return Buffer.concat([start, proofOf(keys, purpose, start)]).toString('base64url')
}

export function isChallenge(keys: SecretKeys, purpose: ChallengeFor, given: string): boolean {
  const bytes = Buffer.from(given, 'base64url')
  if (bytes.length !== at.proof || bytes.toString('base64url') !== given) return false
  const start = bytes.subarray(0, at.end)
  return (
    timingSafeEqual(proofOf(keys, purpose, start), bytes.subarray(at.end)) &&
    start.readUIntBE(at.chance, at.end - at.chance) > Date.now() / 1000
  )
}

/** Of two answers to one challenge only the first counts. What has ended is refused by its end, so it need not be remembered. */
export async function spendChallenge(tx: Tx, challenge: string): Promise<void> {
  await tx`delete from spent_challenge where expires_at < now() - interval '1 minute'`
  const spent = await tx`
    insert into spent_challenge (challenge, expires_at) values (${Buffer.from(challenge, 'base64url')}, now() + ${`${challengeSeconds} seconds`}::interval)
    on conflict do nothing returning 1`
  if (spent.length === 0) throw notAccepted()
}

export const notAccepted = () =>
  new Problem(
    400,
    'passkey_refused',
    'This passkey was not accepted. Try again, or use your password.',
  )
/** Whether the proof was at fault, and not a database that was away. */
export const isRefused = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'passkey_refused'
