import { draftFileApi } from '#contract/desk/draft-file.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveUpload } from '../lib/call/serve-upload.ts'
import { openDisk } from '../lib/file/disk.ts'
import { readAttachment } from '../lib/file/read-attachment.ts'
import { addDraftFile, deleteDraftFile } from './draft-file-store.ts'

export function draftFileRoutes(app: App): void {
  const disk = openDisk(app.config, 'mail')
  serveUpload(app, draftFileApi.addDraftFile, async ({ files, params, principal, inTx }) => {
    const { storeId } = principal
    const file = await readAttachment(files, { owner: storeId, dataDir: app.config.dataDir })
    return addDraftFile({ disk, storeId, inTx }, params.id, { file, viewer: principal })
  })
  serve(app, draftFileApi.deleteDraftFile, ({ tx, params, principal }) =>
    deleteDraftFile(tx, params.id, principal),
  )
}
