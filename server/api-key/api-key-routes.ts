import { apiKeyApi } from '#contract/api-key.ts'
import { forgetKeys } from '../lib/call/key-standing.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import * as store from './api-key-store.ts'

export function apiKeyRoutes(app: App) {
  serveRead(app, apiKeyApi.list, ({ tx }) => store.listKeys(tx))
  serve(app, apiKeyApi.create, ({ tx, body, who }) => store.makeKey(tx, body, who))
  serve(app, apiKeyApi.update, async ({ tx, params, body, who }) => {
    const key = await store.changeKey(tx, params.id, body, who)
    forgetKeys()
    return key
  })
  serve(app, apiKeyApi.revoke, async ({ tx, params, who }) => {
    const key = await store.revokeKey(tx, params.id, who)
    forgetKeys()
    return key
  })
}
