import { searchApi } from '#contract/search.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { find } from './search-store.ts'

export function searchRoutes(app: App) {
  serve(app, searchApi.find, ({ tx, query, who }) => find(tx, query.q, who.abilities))
}
