import { apiKeyApi } from '#contract/api-key.ts'
import { clearApiKeyCache } from '../lib/call/api-key-auth.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import * as store from './api-key-store.ts'

export function apiKeyRoutes(app: App) {
  serveRead(app, apiKeyApi.list, ({ tx }) => store.listKeys(tx))
  serve(app, apiKeyApi.create, ({ tx, body, principal: who }) => store.makeKey(tx, body, who))
  serve(app, apiKeyApi.update, async ({ tx, params, body, principal: who }) => {
    const key = await store.changeKey(tx, params.id, body, who)
    clearApiKeyCache()
    return key
  })
  serve(app, apiKeyApi.revoke, async ({ tx, params, principal: who }) => {
    const key = await store.revokeKey(tx, params.id, who)
    clearApiKeyCache()
    return key
  })
}
