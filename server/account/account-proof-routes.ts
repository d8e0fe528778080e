import { accountProofApi } from '#contract/account-proof.ts'
import { inScope } from '../lib/db.ts'
import { recordAside, recordEvent } from '../lib/security-event.ts'
import { type App, serveAccount, serveAccountSlow, servePublic } from '../lib/serve.ts'
import { forgetStanding } from '../lib/session.ts'
import { mailJobs, mailLater, noticeLater } from './account-mail.ts'
import * as store from './account-store.ts'
import { insistOnPassword } from './insist-on-password.ts'
import { findConfirmed, findLink, spent, spendLink } from './mail-link.ts'
import { own } from './own-event.ts'
import { checkPassword, hashPassword } from './password-hash.ts'
import { confirmTwoStep, disableTwoStep, findTwoStep, renewCodes, startTwoStep } from './two-step.ts'

export function accountProofRoutes(app: App) {
  Object.assign(app.jobs, mailJobs(app))

  servePublic(app, accountProofApi.forgotPassword, async ({ body }) => {
    await inScope(app.db, {}, tx => mailLater(tx, { kind: 'reset_password', email: body.email }))
    return undefined
  })
  servePublic(app, accountProofApi.checkResetLink, ({ body }) => inScope(app.db, {}, async tx => {
    const holder = await findLink(tx, 'reset_password', body.token)
    if (!holder) throw spent()
    return { email: holder.email }
  }))
  servePublic(app, accountProofApi.resetPassword, async ({ body: { token, password }, client }) => {
    const holder = await inScope(app.db, {}, tx => findLink(tx, 'reset_password', token))
    if (!holder) throw spent()
    checkPassword(password, holder.email)
    const passwordHash = await hashPassword(password)
    const ended = await inScope(app.db, {}, async tx => {
      const { personId } = await spendLink(tx, 'reset_password', token)
      await recordEvent(tx, { ...own('password_reset', personId), client })
      await noticeLater(tx, personId, 'password_changed')
      return store.replacePassword(tx, personId, passwordHash)
    })
    for (const sessionId of ended) forgetStanding(sessionId)
    return { email: holder.email }
  })

  servePublic(app, accountProofApi.verifyEmail, ({ body: { token }, client }) => inScope(app.db, {}, async tx => {
    const confirmed = await findConfirmed(tx, token)
    const holder = confirmed ?? (await spendLink(tx, 'verify_email', token))
    await store.markVerified(tx, holder.personId)
    if (!confirmed) await recordEvent(tx, { ...own('email_verified', holder.personId), client })
    return { email: holder.email }
  }))
  serveAccount(app, accountProofApi.resendVerification, async ({ tx, signer: { personId } }) => {
    await mailLater(tx, { kind: 'verify_email', personId })
    return { email: (await store.getPerson(tx, personId)).email }
  })

  serveAccountSlow(app, accountProofApi.unlock, async ({ signer, body, client, inTx }) => {
    await insistOnPassword(inTx, signer.personId, body.password).catch(error => {
      recordAside(app, { ...own('unlock_failed', signer.personId), client })
      throw error
    })
    return undefined
  })
  serveAccountSlow(app, accountProofApi.startTwoStep, async ({ signer: { personId }, body, inTx }) => {
    await insistOnPassword(inTx, personId, body.password)
    return inTx(tx => startTwoStep(tx, app.keys, personId))
  })
  serveAccount(app, accountProofApi.confirmTwoStep, async ({ tx, signer: { personId }, body }) => {
    const recoveryCodes = await confirmTwoStep(tx, app.keys, personId, body.code)
    await recordEvent(tx, own('two_step_on', personId))
    await noticeLater(tx, personId, 'two_step_on')
    return { recoveryCodes }
  })
  serveAccountSlow(app, accountProofApi.disableTwoStep, async ({ signer: { personId }, body, inTx }) => {
    await insistOnPassword(inTx, personId, body.password)
    await inTx(async tx => {
      await disableTwoStep(tx, personId)
      await recordEvent(tx, own('two_step_off', personId))
      await noticeLater(tx, personId, 'two_step_off')
    })
    return undefined
  })
  serveAccount(app, accountProofApi.twoStep, ({ tx, signer }) => findTwoStep(tx, signer.personId))
  serveAccountSlow(app, accountProofApi.renewRecoveryCodes, async ({ signer: { personId }, body, inTx }) => {
    await insistOnPassword(inTx, personId, body.password)
    return inTx(async tx => {
      await recordEvent(tx, own('recovery_codes_renewed', personId))
      await noticeLater(tx, personId, 'recovery_codes_renewed')
      return { recoveryCodes: await renewCodes(tx, personId) }
    })
  })
}
