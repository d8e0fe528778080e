import { accountInvitationApi } from '#contract/account-invitation.ts'
import { invalidateMembership } from '../lib/call/authenticate.ts'
import { type App, serveAccountWithoutTransaction, servePublic } from '../lib/call/serve.ts'
import { withTransaction } from '../lib/db/db.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { findInvitation, takeInvitation } from './account-invitation-store.ts'
import { signIn } from './account-routes.ts'
import { createPerson } from './account-store.ts'
import { hashPassword } from './password-hash.ts'
import { checkPassword } from './password-rule.ts'

export function accountInvitationRoutes(app: App) {
  servePublic(app, accountInvitationApi.checkInvitation, async ({ body, client }) => {
    const link = await consumeRateLimit(app, 'link', { address: client.ip })
    const invitation = await withTransaction(app.db, {}, tx => findInvitation(tx, body.token))
    await link.refund()
    return invitation
  })

  serveAccountWithoutTransaction(
    app,
    accountInvitationApi.acceptInvitation,
    async ({ body, signer, client, inTx }) => {
      const link = await consumeRateLimit(app, 'link', { address: client.ip })
      const joined = await inTx(tx => takeInvitation(tx, body.token, signer.personId))
      await link.refund()
      invalidateMembership(signer.sessionId)
      return joined
    },
  )

  servePublic(
    app,
    accountInvitationApi.join,
    async ({ body: { token, fullName, password }, client }) => {
      const link = await consumeRateLimit(app, 'link', { address: client.ip })
      const { email, businessName } = await withTransaction(app.db, {}, tx =>
        findInvitation(tx, token),
      )
      checkPassword(password, email, { fullName, storeNames: [businessName] })
      await consumeRateLimit(app, 'signup', { address: client.ip })
      await link.refund()
      const passwordHash = await hashPassword(password)
      return withTransaction(app.db, { ip: client.ip, requestId: client.requestId }, async tx => {
        const personId = await createPerson(tx, { fullName, email }, passwordHash)
        await tx`select set_config('app.person_id', ${personId}, true)`
        await takeInvitation(tx, token, personId)
        return signIn(app, tx, personId, client)
      })
    },
  )
}
