import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { z } from 'zod'
import type { TwoStepState } from '#contract/account/account-security.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { decryptSecret, encryptSecret } from '../../lib/security/encrypt-secret.ts'
import type { SecretKeys } from '../../lib/security/secret-keys.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { createAccountEvent } from '../account-event.ts'
import { enqueueAccountMail } from '../mail/account-mail.ts'
import { describeDevice } from '../mail/format-notification-detail.ts'

type TwoStepClient = { ip: string; userAgent: string }

const stepSeconds = 30
const createTotp = (secret: string, email = '') =>
  new TOTP({
    issuer: 'Storewright',
    label: email,
    secret: Secret.fromBase32(secret),
    period: stepSeconds,
  })

// Recovery codes have 80 random bits, so a hash without salt is safe from brute force.
const codeAlphabet = 'abcdefghjkmnpqrstvwxyz23456789ab'
const normalizeCode = (code: string) => code.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const hashRecoveryCode = (code: string) => createHash('sha256').update(normalizeCode(code)).digest()

/** Returns whether the error is a rejected code of the app or a rejected recovery code. */
export const isWrongCodeProblem = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'wrong_code' || error.code === 'wrong_recovery_code')

const createWrongCodeProblem = (path: string) => createFieldProblem(path, 'wrong_code', {}, 400)

type SecondStepInput = { personId: string; otp: string | undefined; client: TwoStepClient }

/**
 * Consumes a code of the app or a recovery code and returns its kind, or undefined if two-step
 * login is off.
 * @throws Problem 400 two_step_required, wrong_code, wrong_recovery_code
 */
export async function checkSecondStep(
  tx: Tx,
  keys: SecretKeys,
  { personId, otp, client }: SecondStepInput,
): Promise<'code' | 'recovery_code' | undefined> {
  const [twoStep] = await tx<
    { isEnabled: boolean }[]
  >`select true as is_enabled from two_step where person_id = ${personId} and confirmed_at is not null`
  if (!twoStep) return undefined
  if (!otp?.trim()) throw createFieldProblem('otp', 'two_step_required', {}, 400)
  if (await consumeCode(tx, keys, personId, otp)) return 'code'
  if (await consumeRecoveryCode(tx, personId, otp)) {
    await notifyRecoveryCodeUsed(tx, personId, client)
    return 'recovery_code'
  }
  // Only recovery codes contain letters.
  throw /\D/.test(normalizeCode(otp))
    ? createFieldProblem('otp', 'wrong_recovery_code', {}, 400)
    : createWrongCodeProblem('otp')
}

/**
 * Consumes a code of the app. Accepts the code of the current, the previous or the next interval,
 * unless the same or a later code was used before.
 */
async function consumeCode(
  tx: Tx,
  keys: SecretKeys,
  personId: string,
  code: string,
): Promise<boolean> {
  const digits = code.replaceAll(/\s/g, '')
  const [secretRow] = await tx<
    { secret: Uint8Array }[]
  >`select secret from two_step where person_id = ${personId} for update`
  if (!secretRow || !/^\d{6}$/.test(digits)) return false
  const now = Date.now()
  const delta = createTotp(decryptSecret(keys.twoStep, personId, secretRow.secret)).validate({
    token: digits,
    timestamp: now,
    window: 1,
  })
  if (delta === null) return false
  const step = Math.floor(now / 1000 / stepSeconds) + delta
  const updatedRows = await tx`
    update two_step set last_step = ${step}
    where person_id = ${personId} and last_step < ${step} returning 1`
  return updatedRows.length > 0
}

async function consumeRecoveryCode(tx: Tx, personId: string, code: string): Promise<boolean> {
  const updatedRows = await tx`
    update recovery_code set used_at = now()
    where person_id = ${personId} and hash = ${hashRecoveryCode(code)} and used_at is null
    returning 1`
  return updatedRows.length > 0
}

/**
 * Notifies the owner of each used code, because a person who finds the list can use all of them.
 */
async function notifyRecoveryCodeUsed(
  tx: Tx,
  personId: string,
  client: TwoStepClient,
): Promise<void> {
  await recordSecurityEvent(tx, createAccountEvent('recovery_code_used', personId))
  const { recoveryCodesLeft } = await findTwoStep(tx, personId)
  await enqueueAccountMail(tx, {
    kind: 'notification',
    notification: 'recovery_code_used',
    personId,
    detail: { ...describeDevice(client), recoveryCodesLeft },
  })
}

/**
 * Returns a new secret. Two-step authentication stays off until a code of the secret is confirmed.
 * @throws Problem 409 two_step_on
 */
export async function startTwoStep(
  tx: Tx,
  keys: SecretKeys,
  personId: string,
): Promise<{ secret: string; uri: string }> {
  const [person] = await tx<{ email: string; isEnabled: boolean }[]>`
    select email,
      exists (select 1 from two_step where person_id = p.id and confirmed_at is not null) as is_enabled
    from person p where id = ${personId}`
  if (!person || person.isEnabled) throw createTwoStepOnProblem()
  const secret = new Secret({ size: 20 }).base32
  const savedRows = await tx`
    insert into two_step (person_id, secret)
    values (${personId}, ${encryptSecret(keys.twoStep, personId, secret)})
    on conflict (person_id) do update
      set secret = excluded.secret, last_step = 0, created_at = now()
      where two_step.confirmed_at is null
    returning 1`
  // A concurrent call has confirmed the previous secret, which the app uses, so it stays.
  if (savedRows.length === 0) throw createTwoStepOnProblem()
  return { secret, uri: createTotp(secret, person.email).toString() }
}

/**
 * Turns two-step authentication on and returns the recovery codes. They are stored as hashes, so
 * this is the only time they can be displayed.
 * @throws Problem 400 wrong_code; 409 two_step_on
 */
export async function confirmTwoStep(
  tx: Tx,
  keys: SecretKeys,
  personId: string,
  code: string,
): Promise<string[]> {
  if (!(await consumeCode(tx, keys, personId, code))) throw createWrongCodeProblem('code')
  const confirmedRows = await tx`
    update two_step set confirmed_at = now()
    where person_id = ${personId} and confirmed_at is null returning 1`
  if (confirmedRows.length === 0) throw createTwoStepOnProblem()
  return replaceRecoveryCodes(tx, personId)
}

async function replaceRecoveryCodes(tx: Tx, personId: string): Promise<string[]> {
  const codes = Array.from({ length: 10 }, () =>
    [...randomBytes(16)]
      .map(byte => codeAlphabet[byte % codeAlphabet.length])
      .join('')
      .replace(/.{4}(?=.)/g, '$&-'),
  )
  await tx`delete from recovery_code where person_id = ${personId}`
  const rows = codes.map(code => ({ person_id: personId, hash: hashRecoveryCode(code) }))
  await tx`insert into recovery_code ${tx(rows)}`
  return codes
}

/**
 * Replaces all recovery codes and returns the new ones.
 * @throws Problem 409 two_step_off
 */
export async function renewRecoveryCodes(tx: Tx, personId: string): Promise<string[]> {
  const [twoStep] = await tx`
    select 1 from two_step where person_id = ${personId} and confirmed_at is not null for update`
  if (!twoStep) throw createTwoStepOffProblem()
  return replaceRecoveryCodes(tx, personId)
}

const createTwoStepOnProblem = () => new Problem(409, 'two_step_on')
const createTwoStepOffProblem = () => new Problem(409, 'two_step_off')

export async function findTwoStep(tx: Tx, personId: string): Promise<z.infer<typeof TwoStepState>> {
  const [row] = await tx<{ enabledAt: string; recoveryCodesLeft: number }[]>`
    select confirmed_at as enabled_at,
      (select count(*)::integer from recovery_code
        where person_id = s.person_id and used_at is null) as recovery_codes_left
    from two_step s where person_id = ${personId} and confirmed_at is not null`
  return {
    isEnabled: row !== undefined,
    enabledAt: row?.enabledAt ?? null,
    recoveryCodesLeft: row?.recoveryCodesLeft ?? 0,
  }
}

export async function disableTwoStep(tx: Tx, personId: string): Promise<void> {
  const deletedRows =
    await tx`delete from two_step where person_id = ${personId} and confirmed_at is not null returning 1`
  if (deletedRows.length === 0) throw createTwoStepOffProblem()
  await tx`delete from recovery_code where person_id = ${personId}`
}
