import { orderFileApi } from '#contract/order/file/order-file.ts'
import { assertFound } from '../../lib/call/problem.ts'
import { type App, serve } from '../../lib/call/serve.ts'
import { serveDownload } from '../../lib/call/serve-download.ts'
import { serveUpload } from '../../lib/call/serve-upload.ts'
import { openDisk } from '../../lib/file/disk.ts'
import { orderFileJobs } from './order-file-jobs.ts'
import {
  addAttachment,
  addLabel,
  deleteOrderFile,
  findOrderFile,
  listOrderFiles,
  openOrderFile,
} from './order-file-store.ts'
import { readAttachment } from './read-attachment.ts'

/** Serves the files of orders. They are only sent to callers with the permission. */
export function orderFileRoutes(app: App) {
  const disk = openDisk(app.config, 'orders')
  Object.assign(app.jobs, orderFileJobs(app, disk))
  serve(app, orderFileApi.listFiles, ({ tx, params }) => listOrderFiles(tx, params.id))
  // No transaction is open while the file is received and written to disk.
  serveUpload(app, orderFileApi.addFile, async ({ files, params, principal, inTx }) => {
    const { storeId } = principal
    const file = await readAttachment(files, { owner: storeId, dataDir: app.config.dataDir })
    return addAttachment({ disk, storeId, inTx }, params.id, file)
  })
  serveUpload(app, orderFileApi.addLabel, async ({ files, params, principal, inTx }) => {
    const { storeId } = principal
    const file = await readAttachment(files, { owner: storeId, dataDir: app.config.dataDir })
    return addLabel({ disk, storeId, inTx }, params.id, file)
  })
  serveDownload(app, orderFileApi.getFile, async ({ inTx, params }) => {
    const { fileName, fileKey } = await inTx(tx => findOrderFile(tx, params.id))
    const stream = assertFound(await openOrderFile(disk, fileKey), 'order_file_not_found')
    return { fileName, stream }
  })
  serve(app, orderFileApi.deleteFile, ({ tx, params }) => deleteOrderFile(tx, params.id))
}
