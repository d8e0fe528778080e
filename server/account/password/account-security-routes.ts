import { accountSecurityApi } from '#contract/account/account-security.ts'
import { invalidateMembership } from '../../lib/call/authenticate.ts'
import type { ClientInfo } from '../../lib/call/call-input.ts'
import { type App, serveAccountWithoutTransaction, servePublic } from '../../lib/call/serve.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { hashPassword } from '../../lib/security/password-hash.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { createAccountEvent } from '../account-event.ts'
import { getPerson, markEmailVerified, resetPassword } from '../account-store.ts'
import { listCredentials, startReview } from '../credential/credential-store.ts'
import { enqueueAccountMail } from '../mail/account-mail.ts'
import { accountMailJobs } from '../mail/account-mail-job.ts'
import {
  assertLinkOwner,
  consumeLink,
  createLinkExpiredProblem,
  findConfirmedLink,
  findLink,
} from '../mail/mail-link.ts'
import { checkPassword } from './password-rule.ts'
import { requireReauthentication } from './require-reauthentication.ts'

export function accountSecurityRoutes(app: App) {
  Object.assign(app.jobs, accountMailJobs(app))
  passwordResetRoutes(app)
  emailVerificationRoutes(app)

  serveAccountWithoutTransaction(app, accountSecurityApi.unlock, async ({ claims, body, inTx }) => {
    await requireReauthentication(app, inTx, {
      personId: claims.personId,
      password: body.password,
    })
    return undefined
  })
}

function passwordResetRoutes(app: App) {
  servePublic(
    app,
    accountSecurityApi.forgotPassword,
    async ({ body, client: { ip, requestId } }) => {
      await consumeRateLimit(app, 'recipientMail', { source: ip, field: 'email' })
      // The job checks the account and the link limit, so that the response reveals neither.
      await withTransaction(app.db, {}, tx =>
        enqueueAccountMail(tx, { kind: 'reset_password', email: body.email, ip, requestId }),
      )
      return undefined
    },
  )
  servePublic(app, accountSecurityApi.checkResetLink, async ({ body, client }) => {
    const linkRateLimit = await consumeRateLimit(app, 'lookup', { source: client.ip })
    const linkOwner = await withTransaction(app.db, {}, tx =>
      findLink(tx, 'reset_password', body.token),
    )
    if (!linkOwner) throw createLinkExpiredProblem()
    await linkRateLimit.refund()
    return { email: linkOwner.email }
  })
  servePublic(app, accountSecurityApi.resetPassword, ({ body, client }) =>
    resetPasswordByLink(app, body, client),
  )
}

async function resetPasswordByLink(
  app: App,
  { token, password }: { token: string; password: string },
  client: ClientInfo,
): Promise<{ email: string }> {
  await consumeRateLimit(app, 'lookup', { source: client.ip })
  const linkOwner = await withTransaction(app.db, {}, tx => findLink(tx, 'reset_password', token))
  if (!linkOwner) throw createLinkExpiredProblem()
  // The page has only the email of the person, so the name cannot take part in the check.
  await checkPassword(password, { email: linkOwner.email })
  const passwordHash = await hashPassword(password)
  const endedSessionIds = await withTransaction(app.db, {}, async tx => {
    const { personId } = await consumeLink(tx, 'reset_password', token)
    // Row security shows memberships to their own person only.
    await tx`select set_config('app.person_id', ${personId}, true)`
    await recordSecurityEvent(tx, { ...createAccountEvent('password_reset', personId), client })
    const credentials = await listCredentials(tx, personId)
    if (credentials.length > 0) await startReview(tx, personId)
    await enqueueAccountMail(tx, {
      kind: 'notification',
      notification: 'password_changed',
      personId,
      ...(credentials.length > 0 && {
        detail: { kind: 'credentials', count: credentials.length },
      }),
    })
    return resetPassword(tx, personId, passwordHash)
  })
  for (const sessionId of endedSessionIds) invalidateMembership(sessionId)
  return { email: linkOwner.email }
}

function emailVerificationRoutes(app: App) {
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.verifyEmail,
    async ({ claims, body: { token }, client, inTx }) => {
      await consumeRateLimit(app, 'lookup', { source: client.ip })
      return inTx(async tx => {
        const confirmedOwner = await findConfirmedLink(tx, token)
        const linkOwner = confirmedOwner ?? (await consumeLink(tx, 'verify_email', token))
        assertLinkOwner(linkOwner, claims.personId)
        await markEmailVerified(tx, linkOwner.personId)
        if (!confirmedOwner)
          await recordSecurityEvent(tx, {
            ...createAccountEvent('email_verified', linkOwner.personId),
            client,
          })
        return { email: linkOwner.email }
      })
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.resendVerification,
    async ({ claims: { personId }, inTx }) => {
      await consumeRateLimit(app, 'recipientMail', { source: personId, target: personId })
      return inTx(async tx => {
        await enqueueAccountMail(tx, { kind: 'verify_email', personId })
        return { email: (await getPerson(tx, personId)).email }
      })
    },
  )
}
