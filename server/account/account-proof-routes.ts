import { accountProofApi } from '#contract/account-proof.ts'
import { inScope } from '../lib/db.ts'
import { type App, serveAccount, serveAccountSlow, servePublic } from '../lib/serve.ts'
import { forgetStanding } from '../lib/session.ts'
import { mailJobs, mailLater } from './account-mail.ts'
import * as store from './account-store.ts'
import { insistOnPassword } from './insist-on-password.ts'
import { findConfirmed, findLink, spent, spendLink } from './mail-link.ts'
import { checkPassword, hashPassword } from './password-hash.ts'
import { confirmTwoStep, disableTwoStep, startTwoStep } from './two-step.ts'

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
  servePublic(app, accountProofApi.resetPassword, async ({ body: { token, password } }) => {
    const holder = await inScope(app.db, {}, tx => findLink(tx, 'reset_password', token))
    if (!holder) throw spent()
    checkPassword(password, holder.email)
    const passwordHash = await hashPassword(password)
    const ended = await inScope(app.db, {}, async tx => {
      const { personId } = await spendLink(tx, 'reset_password', token)
      await mailLater(tx, { kind: 'password_changed', personId })
      return store.replacePassword(tx, personId, passwordHash)
    })
    for (const sessionId of ended) forgetStanding(sessionId)
    return { email: holder.email }
  })

  servePublic(app, accountProofApi.verifyEmail, ({ body: { token } }) => inScope(app.db, {}, async tx => {
    const holder = (await findConfirmed(tx, token)) ?? (await spendLink(tx, 'verify_email', token))
    await store.markVerified(tx, holder.personId)
    return { email: holder.email }
  }))
  serveAccount(app, accountProofApi.resendVerification, async ({ tx, signer: { personId } }) => {
    await mailLater(tx, { kind: 'verify_email', personId })
    return { email: (await store.getPerson(tx, personId)).email }
  })

  serveAccountSlow(app, accountProofApi.unlock, async ({ signer, body, inTx }) => {
    await insistOnPassword(inTx, signer.personId, body.password)
    return undefined
  })
  serveAccountSlow(app, accountProofApi.startTwoStep, async ({ signer: { personId }, body, inTx }) => {
    await insistOnPassword(inTx, personId, body.password)
    return inTx(tx => startTwoStep(tx, app.keys, personId))
  })
  serveAccount(app, accountProofApi.confirmTwoStep, async ({ tx, signer: { personId }, body }) => ({ recoveryCodes: await confirmTwoStep(tx, app.keys, personId, body.code) }))
  serveAccountSlow(app, accountProofApi.disableTwoStep, async ({ signer: { personId }, body, inTx }) => {
    await insistOnPassword(inTx, personId, body.password)
    await inTx(tx => disableTwoStep(tx, personId))
    return undefined
  })
}
