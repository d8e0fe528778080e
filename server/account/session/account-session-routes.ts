import { accountSessionApi } from '#contract/account/account-session.ts'
import { invalidateMembership } from '../../lib/call/authenticate.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { type App, serveAccount, serveAccountWithoutTransaction } from '../../lib/call/serve.ts'
import { hashPassword } from '../../lib/security/password-hash.ts'
import { recordSecurityEvent } from '../../lib/security/security-event.ts'
import { createAccountEvent } from '../account-event.ts'
import { getPerson } from '../account-store.ts'
import { enqueueAccountNotification } from '../mail/account-mail.ts'
import { checkPassword } from '../password/password-rule.ts'
import { requireReauthentication } from '../password/require-reauthentication.ts'
import {
  changePassword,
  endOtherSessions,
  endOwnSession,
  listSessions,
} from './account-session-store.ts'

export function accountSessionRoutes(app: App) {
  serveAccount(app, accountSessionApi.listSessions, ({ tx, claims }) =>
    listSessions(tx, claims.personId, claims.sessionId),
  )
  serveAccount(app, accountSessionApi.endSession, async ({ tx, claims, params }) => {
    if (!(await endOwnSession(tx, claims.personId, params.id)))
      throw new Problem(404, 'session_not_found')
    await recordSecurityEvent(tx, createAccountEvent('session_ended', claims.personId))
    invalidateMembership(params.id)
    return undefined
  })
  serveAccountWithoutTransaction(
    app,
    accountSessionApi.endOtherSessions,
    async ({ claims: { personId, sessionId }, body, inTx }) => {
      await requireReauthentication(app, inTx, { personId, password: body.password })
      return invalidateSessions(
        await inTx(async tx => {
          await recordSecurityEvent(tx, createAccountEvent('sessions_ended', personId))
          return endOtherSessions(tx, personId, sessionId)
        }),
      )
    },
  )

  serveAccountWithoutTransaction(
    app,
    accountSessionApi.changePassword,
    async ({ claims: { personId, sessionId }, body, inTx }) => {
      const verifiedHash = await requireReauthentication(app, inTx, {
        personId,
        password: body.currentPassword,
        field: 'currentPassword',
      })
      if (body.password === body.currentPassword)
        throw createFieldProblem('password', 'same_password')
      const { email, fullName } = await inTx(tx => getPerson(tx, personId))
      await checkPassword(body.password, { email, fullName })
      const newHash = await hashPassword(body.password)
      return invalidateSessions(
        await inTx(async tx => {
          if (!(await changePassword(tx, personId, verifiedHash, newHash)))
            throw createFieldProblem('currentPassword', 'wrong_password', {}, 400)
          await recordSecurityEvent(tx, createAccountEvent('password_changed', personId))
          await enqueueAccountNotification(tx, personId, 'password_changed')
          return endOtherSessions(tx, personId, sessionId)
        }),
      )
    },
  )
}

function invalidateSessions(sessionIds: readonly string[]) {
  for (const sessionId of sessionIds) invalidateMembership(sessionId)
  return { endedSessions: sessionIds.length }
}
