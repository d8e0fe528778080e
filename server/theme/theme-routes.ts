import { themeApi } from '#contract/theme.ts'
import { type App, serve } from '../lib/call/serve.ts'
import * as store from './theme-store.ts'

export function themeRoutes(app: App) {
  serve(app, themeApi.list, ({ tx, principal: who }) => store.listThemes(tx, who.businessId))
  serve(app, themeApi.activate, ({ tx, params, principal: who }) =>
    store.activateTheme(tx, who.businessId, params.id),
  )
  serve(app, themeApi.update, ({ tx, params, body, principal: who }) =>
    store.updateTheme(tx, who.businessId, params.id, body),
  )
}
