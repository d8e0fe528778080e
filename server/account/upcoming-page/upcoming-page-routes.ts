import { upcomingPageApi } from '#contract/store/upcoming-page.ts'
import { type App, serveAccount } from '../../lib/call/serve.ts'
import { upcomingPageJobs } from './upcoming-page-jobs.ts'
import { listAwaitedPages, updateAwaitedPages } from './upcoming-page-store.ts'

export function upcomingPageRoutes(app: App) {
  Object.assign(app.jobs, upcomingPageJobs(app))
  serveAccount(app, upcomingPageApi.list, ({ tx, claims }) => listAwaitedPages(tx, claims.personId))
  serveAccount(app, upcomingPageApi.update, ({ tx, claims, body }) =>
    updateAwaitedPages(tx, claims.personId, body),
  )
}
