import { createHmac, randomBytes } from 'node:crypto'
import { Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { isSameToken } from '../../lib/security/is-same-token.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'

/** The action that a challenge is valid for, with the id of the person if it is known. */
export type ChallengePurpose = `add ${string}` | `unlock ${string}` | 'login'

export const challengeSeconds = 300
const offsets = { expiryStart: 16, macStart: 22, totalLength: 38 } as const

const computeMac = (keys: SecretKeys, purpose: ChallengePurpose, header: Uint8Array) =>
  createHmac('sha256', keys.passkey)
    .update(purpose)
    .update('\0')
    .update(header)
    .digest()
    .subarray(0, 16)

/**
 * Returns a challenge that needs no database row: random bytes, the expiry time, and a MAC over
 * both and the purpose.
 */
export function createChallenge(keys: SecretKeys, purpose: ChallengePurpose): string {
  const header = Buffer.alloc(offsets.macStart)
  randomBytes(offsets.expiryStart).copy(header)
  header.writeUIntBE(
    Math.floor(Date.now() / 1000) + challengeSeconds,
    offsets.expiryStart,
    offsets.macStart - offsets.expiryStart,
  )
  return Buffer.concat([header, computeMac(keys, purpose, header)]).toString('base64url')
}

export function isValidChallenge(
  keys: SecretKeys,
  purpose: ChallengePurpose,
  challenge: string,
): boolean {
  const bytes = Buffer.from(challenge, 'base64url')
  if (bytes.length !== offsets.totalLength || bytes.toString('base64url') !== challenge)
    return false
  const header = bytes.subarray(0, offsets.macStart)
  return (
    isSameToken(computeMac(keys, purpose, header), bytes.subarray(offsets.macStart)) &&
    header.readUIntBE(offsets.expiryStart, offsets.macStart - offsets.expiryStart) >
      Date.now() / 1000
  )
}

/**
 * Rejects a challenge that was answered before. Expired challenges need no row, because
 * `isValidChallenge` rejects them.
 * @throws Problem 400 passkey_rejected
 */
export async function consumeChallenge(tx: Tx, challenge: string): Promise<void> {
  await tx`delete from used_passkey_challenge where expires_at < now() - interval '1 minute'`
  const insertedRows = await tx`
    insert into used_passkey_challenge (challenge, expires_at)
    values (${Buffer.from(challenge, 'base64url')}, now() + ${`${challengeSeconds} seconds`}::interval)
    on conflict do nothing returning 1`
  if (insertedRows.length === 0) throw createPasskeyRejectedProblem()
}

export const createPasskeyRejectedProblem = () => new Problem(400, 'passkey_rejected')

/** Returns whether the passkey was rejected, as opposed to a technical failure. */
export const isPasskeyRejection = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'passkey_rejected'
