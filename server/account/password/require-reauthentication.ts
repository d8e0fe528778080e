import type { z } from 'zod'
import type { Reauthentication } from '#contract/account/account-security.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { App } from '../../lib/call/serve.ts'
import type { RunInTransaction } from '../../lib/db/db.ts'
import { verifyPassword } from '../../lib/security/password-hash.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { createAccountEvent } from '../account-event.ts'
import { findPasswordHash } from '../account-store.ts'
import { checkSecondStep, isWrongCodeProblem } from '../login/two-step.ts'

type PasswordConfirmationInput = {
  personId: string
  password: string
  /** The form field that shows the error; `password` by default. */
  field?: string
}

/**
 * Checks the password of a logged-in person and returns its hash. The check is rate-limited,
 * because another person can guess at an unattended device.
 * @throws Problem 400 wrong_password, 429 too_many_attempts
 */
export async function requireReauthentication(
  app: App,
  inTx: RunInTransaction,
  { personId, password, field = 'password' }: PasswordConfirmationInput,
): Promise<string> {
  const rateLimit = await consumeRateLimit(app, 'reauthentication', {
    target: `password ${personId}`,
    field,
  })
  const passwordHash = await inTx(tx => findPasswordHash(tx, personId))
  if (passwordHash === undefined || !(await verifyPassword(passwordHash, password))) {
    await inTx(tx => recordSecurityEvent(tx, createAccountEvent('password_rejected', personId)))
    throw createFieldProblem(field, 'wrong_password', {}, 400)
  }
  await rateLimit.refund()
  return passwordHash
}

type FullReauthentication = z.infer<typeof Reauthentication> & {
  personId: string
  client: { ip: string; userAgent: string }
}

/**
 * Checks the password and, if two-step authentication is on, a code, before a change that can
 * replace the second step.
 * @throws Problem 400 wrong_password, two_step_required, wrong_code, wrong_recovery_code;
 *   429 too_many_attempts
 */
export async function requirePasswordAndSecondStep(
  app: App,
  inTx: RunInTransaction,
  { personId, password, otp, client }: FullReauthentication,
): Promise<void> {
  await requireReauthentication(app, inTx, { personId, password })
  const rateLimit = otp
    ? await consumeRateLimit(app, 'reauthentication', {
        source: client.ip,
        target: `code ${personId}`,
        field: 'otp',
      })
    : undefined
  try {
    await inTx(tx => checkSecondStep(tx, app.keys, { personId, otp, client }))
  } catch (error) {
    if (isWrongCodeProblem(error))
      await inTx(tx => recordSecurityEvent(tx, createAccountEvent('two_step_failed', personId)))
    throw error
  }
  await rateLimit?.refund()
}
