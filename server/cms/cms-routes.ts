import { cmsApi } from '#contract/cms.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { getCms, updateCms } from './cms-store.ts'
import * as page from './page-store.ts'

export function cmsRoutes(app: App) {
  serve(app, cmsApi.get, ({ tx }) => getCms(tx))
  serve(app, cmsApi.update, ({ tx, body }) => updateCms(tx, body))
  serve(app, cmsApi.listPages, ({ tx, query, principal }) =>
    page.listContentPages(tx, query, principal.businessId),
  )
  serve(app, cmsApi.getPage, ({ tx, params }) => page.getPage(tx, params.slug))
  serve(app, cmsApi.createPage, ({ tx, body }) => page.createPage(tx, body))
  serve(app, cmsApi.updatePage, ({ tx, params, body }) => page.updatePage(tx, params.id, body))
  serve(app, cmsApi.deletePage, async ({ tx, params }) => {
    await page.deletePage(tx, params.id)
  })
}
