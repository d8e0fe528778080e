import type { z } from 'zod'
import type { Reauthentication } from '#contract/account-security.ts'
import { failField } from '../lib/call/problem.ts'
import type { App } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { createAccountEvent } from './account-event.ts'
import { findPasswordHash } from './account-store.ts'
import { verifyPassword } from './password-hash.ts'
import { checkSecondStep, isWrongCodeProblem } from './two-step.ts'

type RunInTransaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * Throws unless this is the person's password; gives the hash that it was compared with. Counted, because a device that was left
 * open is one to guess at.
 */
export async function requireReauthentication(
  app: App,
  inTx: RunInTransaction,
  personId: string,
  password: string,
  path = 'password',
): Promise<string> {
  const rateLimit = await consumeRateLimit(app, 'reauthentication', {
    target: `password ${personId}`,
    field: path,
  })
  const passwordHash = await inTx(tx => findPasswordHash(tx, personId))
  if (passwordHash === undefined || !(await verifyPassword(passwordHash, password))) {
    await inTx(tx => recordSecurityEvent(tx, createAccountEvent('password_refused', personId)))
    throw failField(path, 'wrong_password', {}, 400)
  }
  await rateLimit.refund()
  return passwordHash
}

/**
 * The password, and the second step where there is one: for what would take the place of that step. Whoever sits at an open
 * screen and knows the password is no further than at the login.
 */
export async function requirePasswordAndSecondStep(
  app: App,
  inTx: RunInTransaction,
  personId: string,
  { password, otp }: z.infer<typeof Reauthentication>,
  client: { ip: string; userAgent: string },
): Promise<void> {
  await requireReauthentication(app, inTx, personId, password)
  const rateLimit = otp
    ? await consumeRateLimit(app, 'reauthentication', {
        source: client.ip,
        target: `code ${personId}`,
        field: 'otp',
      })
    : undefined
  try {
    await inTx(tx => checkSecondStep(tx, app.keys, personId, otp, client))
  } catch (error) {
    if (isWrongCodeProblem(error))
      await inTx(tx => recordSecurityEvent(tx, createAccountEvent('two_step_failed', personId)))
    throw error
  }
  await rateLimit?.refund()
}
