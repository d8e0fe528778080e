import type { Disk } from 'flydrive'
import { orderFileApi } from '#contract/order/file/order-file.ts'
import { assertFound } from '../../lib/call/problem.ts'
import { type App, serve } from '../../lib/call/serve.ts'
import { serveDownload } from '../../lib/call/serve-download.ts'
import { serveUpload } from '../../lib/call/serve-upload.ts'
import { openDisk, openRequestDisk } from '../../lib/file/disk.ts'
import { readAttachment } from '../../lib/file/read-attachment.ts'
import { orderFileJobs } from './order-file-jobs.ts'
import {
  addAttachment,
  addLabel,
  deleteOrderFile,
  findOrderFile,
  listOrderFiles,
  openOrderFile,
} from './order-file-store.ts'
import { addReturnLabel } from './return-label-store.ts'

/** Serves the files of orders to callers with the permission. */
export function orderFileRoutes(app: App) {
  const disk = openDisk(app.config, 'orders')
  const requestDisk = openRequestDisk(app.config, 'orders')
  Object.assign(app.jobs, orderFileJobs(app, disk))
  serve(app, orderFileApi.listFiles, ({ tx, params }) => listOrderFiles(tx, params.id))
  serveFileUpload(app, { route: orderFileApi.addFile, disk, addFile: addAttachment })
  serveFileUpload(app, { route: orderFileApi.addLabel, disk, addFile: addLabel })
  serveFileUpload(app, { route: orderFileApi.addReturnLabel, disk, addFile: addReturnLabel })
  serveDownload(app, orderFileApi.getFile, async ({ inTx, params, principal }) => {
    const { fileName, fileKey } = await inTx(tx =>
      findOrderFile(tx, params.id, principal.abilities),
    )
    const stream = assertFound(await openOrderFile(requestDisk, fileKey), 'order_file_not_found')
    return { fileName, stream }
  })
  serve(app, orderFileApi.deleteFile, ({ tx, params }) => deleteOrderFile(tx, params.id))
}

type FileUpload = {
  route:
    | typeof orderFileApi.addFile
    | typeof orderFileApi.addLabel
    | typeof orderFileApi.addReturnLabel
  disk: Disk
  addFile: typeof addAttachment
}

/** No transaction is open while the file is received and written to disk. */
const serveFileUpload = (app: App, { route, disk, addFile }: FileUpload) =>
  serveUpload(app, route, async ({ files, params, principal: { storeId }, inTx }) => {
    const file = await readAttachment(files, { owner: storeId, dataDir: app.config.dataDir })
    return addFile({ disk, storeId, inTx }, params.id, file)
  })
