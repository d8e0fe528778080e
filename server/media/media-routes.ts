import { mediaApi } from '#contract/media.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveUpload } from '../lib/call/serve-upload.ts'
import { openDisk } from '../lib/file/disk.ts'
import { serveMediaFiles } from '../lib/file/media-file.ts'
import { mediaJobs } from './media-jobs.ts'
import * as store from './media-store.ts'
import { storeUploads } from './media-upload.ts'

export function mediaRoutes(app: App) {
  const disk = openDisk(app.config)
  Object.assign(app.jobs, mediaJobs(app.db, disk))
  serveUpload(app, mediaApi.upload, ({ files, principal, inTx }) =>
    storeUploads(files, disk, principal.businessId, inTx),
  )
  serve(app, mediaApi.list, ({ tx, query, principal }) =>
    store.listMedia(tx, query, principal.businessId),
  )
  serve(app, mediaApi.update, ({ tx, params, body }) =>
    store.updateMediaAlt(tx, params.id, body.alt),
  )
  serve(app, mediaApi.delete, ({ tx, params }) => store.deleteMedia(tx, params.id))
  serveMediaFiles(app, disk)
}
