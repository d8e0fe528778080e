import { accountInvitationApi } from '#contract/account/account-invitation.ts'
import { invalidateMembership } from '../../lib/call/authenticate.ts'
import { type App, serveAccountWithoutTransaction, servePublic } from '../../lib/call/serve.ts'
import { withTransaction } from '../../lib/db/db.ts'
import { hashPassword } from '../../lib/security/password-hash.ts'
import { consumeRateLimit } from '../../lib/security/rate-limit.ts'
import { createPerson } from '../account-store.ts'
import { createLoginSession } from '../login/create-login-session.ts'
import { checkPassword } from '../password/password-rule.ts'
import { acceptInvitation, findInvitation } from './account-invitation-store.ts'

export function accountInvitationRoutes(app: App) {
  servePublic(app, accountInvitationApi.checkInvitation, async ({ body, client }) => {
    const linkRateLimit = await consumeRateLimit(app, 'lookup', { source: client.ip })
    const invitation = await withTransaction(app.db, {}, tx => findInvitation(tx, body.token))
    await linkRateLimit.refund()
    return invitation
  })

  serveAccountWithoutTransaction(
    app,
    accountInvitationApi.acceptInvitation,
    async ({ body, claims, client, inTx }) => {
      const linkRateLimit = await consumeRateLimit(app, 'lookup', { source: client.ip })
      const joinedStore = await inTx(tx => acceptInvitation(tx, body.token, claims.personId))
      await linkRateLimit.refund()
      invalidateMembership(claims.sessionId)
      return joinedStore
    },
  )

  servePublic(
    app,
    accountInvitationApi.join,
    async ({ body: { token, fullName, password }, client }) => {
      const linkRateLimit = await consumeRateLimit(app, 'lookup', { source: client.ip })
      const { email, storeName } = await withTransaction(app.db, {}, tx =>
        findInvitation(tx, token),
      )
      await checkPassword(password, { email, fullName, storeName })
      await consumeRateLimit(app, 'signup', { source: client.ip })
      await linkRateLimit.refund()
      const passwordHash = await hashPassword(password)
      return withTransaction(app.db, { ip: client.ip, requestId: client.requestId }, async tx => {
        const personId = await createPerson(tx, { fullName, email }, passwordHash)
        await tx`select set_config('app.person_id', ${personId}, true)`
        await acceptInvitation(tx, token, personId)
        return createLoginSession(app, tx, { personId, client, isFirstLogin: true })
      })
    },
  )
}
