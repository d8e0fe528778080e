import { searchApi } from '#contract/store/search.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { search } from './search-store.ts'

export function searchRoutes(app: App) {
  serve(app, searchApi.find, ({ tx, query, principal }) => search(tx, query.q, principal.abilities))
}
