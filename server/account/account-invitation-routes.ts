import { accountInvitationApi } from '#contract/account-invitation.ts'
import { inScope } from '../lib/db.ts'
import { type App, serveAccount, servePublic } from '../lib/serve.ts'
import { forgetStanding } from '../lib/session.ts'
import { findInvitation, takeInvitation } from './account-invitation-store.ts'
import { signIn } from './account-routes.ts'
import { createPerson } from './account-store.ts'
import { checkPassword, hashPassword } from './password-hash.ts'

export function accountInvitationRoutes(app: App) {
  servePublic(app, accountInvitationApi.checkInvitation, ({ body }) => inScope(app.db, {}, tx => findInvitation(tx, body.token)))

  serveAccount(app, accountInvitationApi.acceptInvitation, async ({ tx, body, signer }) => {
    const joined = await takeInvitation(tx, body.token, signer.personId)
    forgetStanding(signer.sessionId)
    return joined
  })

  servePublic(app, accountInvitationApi.join, async ({ body: { token, fullName, password }, client }) => {
    const { email } = await inScope(app.db, {}, tx => findInvitation(tx, token))
    checkPassword(password, email)
    const passwordHash = await hashPassword(password)
    return inScope(app.db, {}, async tx => {
      const personId = await createPerson(tx, { fullName, email }, passwordHash)
      await tx`select set_config('app.person_id', ${personId}, true)`
      await takeInvitation(tx, token, personId)
      return signIn(app, tx, personId, client)
    })
  })
}
