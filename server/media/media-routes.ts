import { mediaApi } from '#contract/product/media.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveUpload } from '../lib/call/serve-upload.ts'
import { openDisk, openRequestDisk } from '../lib/file/disk.ts'
import { readUploadedImages } from '../lib/file/image-upload.ts'
import { serveMediaFiles } from '../lib/file/media-file.ts'
import { mediaJobs } from './media-jobs.ts'
import { deleteMedia, listMedia, updateMediaAlt } from './media-store.ts'
import { saveUploads } from './media-upload.ts'

export function mediaRoutes(app: App) {
  const disk = openDisk(app.config)
  Object.assign(app.jobs, mediaJobs(app, disk))
  // No transaction is open while images are received, decoded and written to disk.
  serveUpload(app, mediaApi.upload, async ({ files, principal: { storeId }, inTx }) => {
    const images = await readUploadedImages(files, {
      owner: storeId,
      dataDir: app.config.dataDir,
    })
    const media = await saveUploads(images, disk, storeId, inTx)
    return media.map((row, i) => ({
      ...row,
      isFirstFrameOnly: images[i]?.image.animation === 'firstFrame',
    }))
  })
  serve(app, mediaApi.list, ({ tx, query, principal }) => listMedia(tx, query, principal.storeId))
  serve(app, mediaApi.update, ({ tx, params, body }) => updateMediaAlt(tx, params.id, body.alt))
  serve(app, mediaApi.delete, ({ tx, params }) => deleteMedia(tx, params.id))
  serveMediaFiles(app, openRequestDisk(app.config))
}
