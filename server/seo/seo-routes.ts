import { seoApi } from '#contract/cms/seo.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { deleteEmptySearch, listEmptySearches } from './empty-search-store.ts'
import { countSeoRecords, listSeoRecords } from './seo-list.ts'

export function seoRoutes(app: App) {
  serve(app, seoApi.list, ({ tx, query, principal }) => listSeoRecords(tx, query, principal))
  serve(app, seoApi.getCounts, ({ tx, principal }) => countSeoRecords(tx, principal))
  serve(app, seoApi.listEmptySearches, ({ tx }) => listEmptySearches(tx))
  serve(app, seoApi.deleteEmptySearch, ({ tx, params }) => deleteEmptySearch(tx, params.id))
}
