import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { type App, serve } from '../lib/call/serve.ts'
import * as copies from './theme-copy-store.ts'
import * as drafts from './theme-draft-store.ts'
import { listFindings } from './theme-findings.ts'
import { createPreviewLink } from './theme-preview-link.ts'
import { themePublishJobs } from './theme-publish-job.ts'
import * as publications from './theme-publish-store.ts'
import * as versions from './theme-version-store.ts'

export function themeDraftRoutes(app: App) {
  Object.assign(app.jobs, themePublishJobs(app))
  serve(app, themeDraftApi.getDraft, ({ tx, params, principal }) =>
    drafts.getDraft(tx, principal.storeId, params.id),
  )
  serve(app, themeDraftApi.saveDraft, ({ tx, params, body, principal }) =>
    drafts.saveDraft(tx, principal.storeId, params.id, body),
  )
  serve(app, themeDraftApi.discardDraft, ({ tx, params, principal }) =>
    drafts.discardDraft(tx, principal.storeId, params.id),
  )
  serve(app, themeDraftApi.listFindings, ({ tx, params, principal }) =>
    listFindings(tx, principal.storeId, params.id),
  )
  serve(app, themeDraftApi.publish, ({ tx, params, body, principal }) =>
    publications.publishDraft(tx, principal.storeId, params.id, body),
  )
  serve(app, themeDraftApi.cancelPublication, ({ tx, params, principal }) =>
    publications.cancelPublication(tx, principal.storeId, params.id),
  )
  serve(app, themeDraftApi.createPreviewLink, ({ tx, params, body, principal }) =>
    createPreviewLink(app, tx, { ...body, storeId: principal.storeId, themeId: params.id }),
  )
  themeVersionRoutes(app)
  themeCopyRoutes(app)
}

function themeVersionRoutes(app: App) {
  serve(app, themeDraftApi.listVersions, ({ tx, params, query, principal }) =>
    versions.listVersions(tx, principal.storeId, params.id, query),
  )
  serve(app, themeDraftApi.getVersion, ({ tx, params }) => versions.getVersion(tx, params.id))
  serve(app, themeDraftApi.restoreVersion, ({ tx, params, principal }) =>
    versions.restoreVersion(tx, principal.storeId, params.id),
  )
}

function themeCopyRoutes(app: App) {
  serve(app, themeDraftApi.duplicate, ({ tx, params, body, principal }) =>
    copies.duplicateTheme(tx, principal.storeId, params.id, body.name),
  )
  serve(app, themeDraftApi.rename, async ({ tx, params, body, principal }) => {
    await copies.renameTheme(tx, principal.storeId, params.id, body.name)
  })
  serve(app, themeDraftApi.delete, async ({ tx, params, principal }) => {
    await copies.deleteTheme(tx, principal.storeId, params.id)
  })
  serve(app, themeDraftApi.export, ({ tx, params, principal }) =>
    copies.exportTheme(tx, principal.storeId, params.id),
  )
  serve(app, themeDraftApi.import, ({ tx, body, principal }) =>
    copies.importTheme(tx, principal.storeId, body),
  )
}
