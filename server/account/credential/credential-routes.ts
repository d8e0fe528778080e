import { accountCredentialApi } from '#contract/account/account-credential.ts'
import { clearApiKeyCache } from '../../lib/call/api-key-auth.ts'
import { type App, serveAccount } from '../../lib/call/serve.ts'
import { completeReview, endCredential, isReviewDue, listCredentials } from './credential-store.ts'

export function credentialRoutes(app: App) {
  serveAccount(app, accountCredentialApi.listCredentials, async ({ tx, claims: { personId } }) => ({
    isReviewDue: await isReviewDue(tx, personId),
    credentials: await listCredentials(tx, personId),
  }))
  serveAccount(app, accountCredentialApi.endCredential, async ({ tx, claims, params }) => {
    await endCredential(tx, claims.personId, params.id)
    clearApiKeyCache()
    return undefined
  })
  serveAccount(app, accountCredentialApi.completeReview, async ({ tx, claims }) => {
    await completeReview(tx, claims.personId)
    return undefined
  })
}
