import { accountInvitationApi } from '#contract/account-invitation.ts'
import { type App, serveAccountSlow, servePublic } from '../lib/call/serve.ts'
import { forgetStanding } from '../lib/call/session.ts'
import { inScope } from '../lib/db/db.ts'
import { attempt } from '../lib/security/attempt.ts'
import { findInvitation, takeInvitation } from './account-invitation-store.ts'
import { signIn } from './account-routes.ts'
import { createPerson } from './account-store.ts'
import { hashPassword } from './password-hash.ts'
import { checkPassword } from './password-rule.ts'

export function accountInvitationRoutes(app: App) {
  servePublic(app, accountInvitationApi.checkInvitation, async ({ body, client }) => {
    const link = await attempt(app, 'link', { address: client.ip })
    const invitation = await inScope(app.db, {}, tx => findInvitation(tx, body.token))
    await link.forgive()
    return invitation
  })

  serveAccountSlow(
    app,
    accountInvitationApi.acceptInvitation,
    async ({ body, signer, client, inTx }) => {
      const link = await attempt(app, 'link', { address: client.ip })
      const joined = await inTx(tx => takeInvitation(tx, body.token, signer.personId))
      await link.forgive()
      forgetStanding(signer.sessionId)
      return joined
    },
  )

  servePublic(
    app,
    accountInvitationApi.join,
    async ({ body: { token, fullName, password }, client }) => {
      const link = await attempt(app, 'link', { address: client.ip })
      const { email, businessName } = await inScope(app.db, {}, tx => findInvitation(tx, token))
      checkPassword(password, email, { fullName, storeNames: [businessName] })
      await attempt(app, 'signup', { address: client.ip })
      await link.forgive()
      const passwordHash = await hashPassword(password)
      return inScope(app.db, { ip: client.ip, requestId: client.requestId }, async tx => {
        const personId = await createPerson(tx, { fullName, email }, passwordHash)
        await tx`select set_config('app.person_id', ${personId}, true)`
        await takeInvitation(tx, token, personId)
        return signIn(app, tx, personId, client)
      })
    },
  )
}
