import { searchApi } from '#contract/store/search.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { search, toSuggestions } from './search-store.ts'

export function searchRoutes(app: App) {
  serve(app, searchApi.find, ({ tx, query, principal }) => search(tx, query.q, principal.abilities))
  serve(app, searchApi.suggest, async ({ tx, query, principal }) =>
    toSuggestions(await search(tx, query.q, principal.abilities)),
  )
}
