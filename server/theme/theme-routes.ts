import { themeApi } from '#contract/theme/theme.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { activateTheme, listThemes, updateTheme } from './theme-store.ts'

export function themeRoutes(app: App) {
  serve(app, themeApi.list, ({ tx, principal }) => listThemes(tx, principal.storeId))
  serve(app, themeApi.activate, ({ tx, params, principal }) =>
    activateTheme(tx, principal.storeId, params.id),
  )
  serve(app, themeApi.update, ({ tx, params, body, principal }) =>
    updateTheme(tx, principal.storeId, params.id, body),
  )
}
