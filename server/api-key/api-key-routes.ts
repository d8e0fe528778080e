import { apiKeyApi } from '#contract/developer/api-key.ts'
import { coversAbilities } from '#contract/lib/call/permission.ts'
import type { CredentialGuard } from '../account/rule/credential-guard.ts'
import { clearApiKeyCache } from '../lib/call/api-key-auth.ts'
import { type App, serve, serveRead, serveWithoutTransaction } from '../lib/call/serve.ts'
import {
  createApiKey,
  getApiKey,
  listApiKeys,
  revokeApiKey,
  updateApiKey,
} from './api-key-store.ts'

export function apiKeyRoutes(
  app: App,
  { requireReauthentication, notifyAboutCredential }: CredentialGuard,
) {
  serveRead(app, apiKeyApi.list, ({ tx }) => listApiKeys(tx))
  serveWithoutTransaction(app, apiKeyApi.create, async call => {
    const { body, principal, inTx } = call
    await requireReauthentication(call)
    return inTx(async tx => {
      const key = await createApiKey(tx, body, principal)
      const { maskedKey } = key
      await notifyAboutCredential(tx, principal, { kind: 'api_key_created', maskedKey })
      return key
    })
  })
  serveWithoutTransaction(app, apiKeyApi.update, async call => {
    const { params, body, principal, inTx } = call
    const { ability } = body
    const current = ability && (await inTx(tx => getApiKey(tx, params.id)))
    const isWidened = current !== undefined && !coversAbilities(current.ability, ability ?? [])
    if (isWidened) await requireReauthentication(call)
    const key = await inTx(async tx => {
      const updatedKey = await updateApiKey(tx, params.id, body, principal)
      const { maskedKey } = updatedKey
      if (isWidened)
        await notifyAboutCredential(tx, principal, { kind: 'api_key_changed', maskedKey })
      return updatedKey
    })
    clearApiKeyCache()
    return key
  })
  serve(app, apiKeyApi.revoke, async ({ tx, params, principal }) => {
    const key = await revokeApiKey(tx, params.id, principal)
    clearApiKeyCache()
    return key
  })
}
