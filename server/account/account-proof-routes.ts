import { accountSecurityApi } from '#contract/account-security.ts'
import { invalidateMembership } from '../lib/call/authenticate.ts'
import { type App, serveAccountWithoutTransaction, servePublic } from '../lib/call/serve.ts'
import { withTransaction } from '../lib/db/db.ts'
import { consumeRateLimit, tryConsume } from '../lib/security/rate-limit.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { mailJobs, mailLater, noticeLater } from './account-mail.ts'
import * as store from './account-store.ts'
import { insistOnPassword } from './insist-on-password.ts'
import { findConfirmed, findLink, insistOnHolder, spendLink, spent } from './mail-link.ts'
import { own } from './own-event.ts'
import { hashPassword } from './password-hash.ts'
import { checkPassword } from './password-rule.ts'

export function accountProofRoutes(app: App) {
  Object.assign(app.jobs, mailJobs(app))

  servePublic(
    app,
    accountSecurityApi.forgotPassword,
    async ({ body, client: { ip, requestId } }) => {
      await consumeRateLimit(app, 'mail', { address: ip, field: 'email' })
      // Whoever has had enough of these mails gets no more for a while; that answers nothing to whoever asks.
      if (await tryConsume(app, 'mail', { account: `reset ${body.email}` }))
        await withTransaction(app.db, {}, tx =>
          mailLater(tx, { kind: 'reset_password', email: body.email, ip, requestId }),
        )
      return undefined
    },
  )
  servePublic(app, accountSecurityApi.checkResetLink, async ({ body, client }) => {
    const link = await consumeRateLimit(app, 'link', { address: client.ip })
    const holder = await withTransaction(app.db, {}, tx =>
      findLink(tx, 'reset_password', body.token),
    )
    if (!holder) throw spent()
    await link.refund()
    return { email: holder.email }
  })
  servePublic(
    app,
    accountSecurityApi.resetPassword,
    async ({ body: { token, password }, client }) => {
      await consumeRateLimit(app, 'link', { address: client.ip })
      const holder = await withTransaction(app.db, {}, tx => findLink(tx, 'reset_password', token))
      if (!holder) throw spent()
      checkPassword(
        password,
        holder.email,
        await withTransaction(app.db, { personId: holder.personId }, tx =>
          store.getNames(tx, holder.personId),
        ),
      )
      const passwordHash = await hashPassword(password)
      const ended = await withTransaction(app.db, {}, async tx => {
        const { personId } = await spendLink(tx, 'reset_password', token)
        await recordSecurityEvent(tx, { ...own('password_reset', personId), client })
        await noticeLater(tx, personId, 'password_changed')
        return store.replacePassword(tx, personId, passwordHash)
      })
      for (const sessionId of ended) invalidateMembership(sessionId)
      return { email: holder.email }
    },
  )

  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.verifyEmail,
    async ({ signer, body: { token }, client, inTx }) => {
      await consumeRateLimit(app, 'link', { address: client.ip })
      return inTx(async tx => {
        const confirmed = await findConfirmed(tx, token)
        const holder = confirmed ?? (await spendLink(tx, 'verify_email', token))
        insistOnHolder(holder, signer.personId)
        await store.markVerified(tx, holder.personId)
        if (!confirmed)
          await recordSecurityEvent(tx, { ...own('email_verified', holder.personId), client })
        return { email: holder.email }
      })
    },
  )
  serveAccountWithoutTransaction(
    app,
    accountSecurityApi.resendVerification,
    async ({ signer: { personId }, client, inTx }) => {
      await consumeRateLimit(app, 'mail', { address: client.ip, account: `verify ${personId}` })
      return inTx(async tx => {
        await mailLater(tx, { kind: 'verify_email', personId })
        return { email: (await store.getPerson(tx, personId)).email }
      })
    },
  )

  serveAccountWithoutTransaction(app, accountSecurityApi.unlock, async ({ signer, body, inTx }) => {
    await insistOnPassword(app, inTx, signer.personId, body.password)
    return undefined
  })
}
