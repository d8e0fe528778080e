import { accountSessionApi } from '#contract/account-session.ts'
import { invalidateMembership } from '../lib/call/authenticate.ts'
import { failField, Problem } from '../lib/call/problem.ts'
import { type App, serveAccount, serveAccountWithoutTransaction } from '../lib/call/serve.ts'
import { recordSecurityEvent } from '../lib/security/security-event.ts'
import { forgetJobs } from './account-forget.ts'
import { noticeLater } from './account-mail.ts'
import * as store from './account-session-store.ts'
import { getNames, getPerson } from './account-store.ts'
import { insistOnPassword } from './insist-on-password.ts'
import { own } from './own-event.ts'
import { hashPassword } from './password-hash.ts'
import { checkPassword } from './password-rule.ts'

export function accountSessionRoutes(app: App) {
  Object.assign(app.jobs, forgetJobs(app))

  serveAccount(app, accountSessionApi.listSessions, ({ tx, signer }) =>
    store.listSessions(tx, signer.personId, signer.sessionId),
  )
  serveAccount(app, accountSessionApi.endSession, async ({ tx, signer, params }) => {
    if (!(await store.endOwnSession(tx, signer.personId, params.id)))
      throw new Problem(404, 'not_found', 'This does not exist')
    await recordSecurityEvent(tx, own('session_ended', signer.personId))
    invalidateMembership(params.id)
    return undefined
  })
  serveAccountWithoutTransaction(
    app,
    accountSessionApi.endOtherSessions,
    async ({ signer: { personId, sessionId }, body, inTx }) => {
      await insistOnPassword(app, inTx, personId, body.password)
      return forgetAll(
        await inTx(async tx => {
          await recordSecurityEvent(tx, own('sessions_ended', personId))
          return store.endOtherSessions(tx, personId, sessionId)
        }),
      )
    },
  )

  serveAccountWithoutTransaction(
    app,
    accountSessionApi.changePassword,
    async ({ signer: { personId, sessionId }, body, inTx }) => {
      const proved = await insistOnPassword(app, inTx, personId, body.current, 'current')
      if (body.password === body.current)
        throw failField(
          'password',
          'same_password',
          'This is the password you have. Choose another.',
        )
      const [{ email }, names] = await inTx(tx =>
        Promise.all([getPerson(tx, personId), getNames(tx, personId)]),
      )
      checkPassword(body.password, email, names)
      const next = await hashPassword(body.password)
      return forgetAll(
        await inTx(async tx => {
          if (!(await store.changePassword(tx, personId, proved, next)))
            throw failField('current', 'wrong_password', 'This is not your password.', 400)
          await recordSecurityEvent(tx, own('password_changed', personId))
          await noticeLater(tx, personId, 'password_changed')
          return store.endOtherSessions(tx, personId, sessionId)
        }),
      )
    },
  )
}

function forgetAll(ended: readonly string[]) {
  for (const each of ended) invalidateMembership(each)
  return { ended: ended.length }
}
