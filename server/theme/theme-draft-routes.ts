import { themeDraftApi } from '#contract/theme/theme-draft.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { listPagePresets } from './rule/theme-content.ts'
import {
  deleteTheme,
  duplicateTheme,
  exportTheme,
  importTheme,
  renameTheme,
} from './theme-copy-store.ts'
import { discardDraft, getDraft, saveDraft } from './theme-draft-store.ts'
import { listFindings } from './theme-findings.ts'
import { createPreviewLink } from './theme-preview-link.ts'
import { themePublishJobs } from './theme-publish-job.ts'
import { cancelPublication, publishDraft } from './theme-publish-store.ts'
import { getVersion, listVersions, restoreVersion } from './theme-version-store.ts'

export function themeDraftRoutes(app: App) {
  Object.assign(app.jobs, themePublishJobs(app))
  serve(app, themeDraftApi.listPagePresets, ({ tx }) => listPagePresets(tx))
  serve(app, themeDraftApi.getDraft, ({ tx, params, principal }) =>
    getDraft(tx, principal.storeId, params.id),
  )
  serve(app, themeDraftApi.saveDraft, ({ tx, params, body, principal }) =>
    saveDraft(tx, principal.storeId, params.id, body),
  )
  serve(app, themeDraftApi.discardDraft, ({ tx, params, principal }) =>
    discardDraft(tx, principal.storeId, params.id),
  )
  serve(app, themeDraftApi.listFindings, ({ tx, params, principal }) =>
    listFindings(tx, principal.storeId, params.id),
  )
  serve(app, themeDraftApi.publish, ({ tx, params, body, principal }) =>
    publishDraft(tx, principal.storeId, params.id, body),
  )
  serve(app, themeDraftApi.cancelPublication, ({ tx, params, principal }) =>
    cancelPublication(tx, principal.storeId, params.id),
  )
  serve(app, themeDraftApi.createPreviewLink, ({ tx, params, body, principal }) =>
    createPreviewLink(app, tx, { ...body, storeId: principal.storeId, themeId: params.id }),
  )
  themeVersionRoutes(app)
  themeCopyRoutes(app)
}

function themeVersionRoutes(app: App) {
  serve(app, themeDraftApi.listVersions, ({ tx, params, query, principal }) =>
    listVersions(tx, principal.storeId, params.id, query),
  )
  serve(app, themeDraftApi.getVersion, ({ tx, params }) => getVersion(tx, params.id))
  serve(app, themeDraftApi.restoreVersion, ({ tx, params, principal }) =>
    restoreVersion(tx, principal.storeId, params.id),
  )
}

function themeCopyRoutes(app: App) {
  serve(app, themeDraftApi.duplicate, ({ tx, params, body, principal }) =>
    duplicateTheme(tx, principal.storeId, params.id, body.name),
  )
  serve(app, themeDraftApi.rename, async ({ tx, params, body, principal }) => {
    await renameTheme(tx, principal.storeId, params.id, body.name)
  })
  serve(app, themeDraftApi.delete, async ({ tx, params, principal }) => {
    await deleteTheme(tx, principal.storeId, params.id)
  })
  serve(app, themeDraftApi.export, ({ tx, params, principal }) =>
    exportTheme(tx, principal.storeId, params.id),
  )
  serve(app, themeDraftApi.import, ({ tx, body, principal }) =>
    importTheme(tx, principal.storeId, body),
  )
}
