import { apiKeyApi } from '#contract/api-key.ts'
import { clearApiKeyCache } from '../lib/call/api-key-auth.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import * as store from './api-key-store.ts'

export function apiKeyRoutes(app: App) {
  serveRead(app, apiKeyApi.list, ({ tx }) => store.listApiKeys(tx))
  serve(app, apiKeyApi.create, ({ tx, body, principal }) => store.createApiKey(tx, body, principal))
  serve(app, apiKeyApi.update, async ({ tx, params, body, principal }) => {
    const key = await store.updateApiKey(tx, params.id, body, principal)
    clearApiKeyCache()
    return key
  })
  serve(app, apiKeyApi.revoke, async ({ tx, params, principal }) => {
    const key = await store.revokeApiKey(tx, params.id, principal)
    clearApiKeyCache()
    return key
  })
}
