import { Readable } from 'node:stream'
import { messageApi } from '#contract/desk/message.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import { openRequestDisk } from '../lib/file/disk.ts'
import { publicInternetPolicy, type RequestPolicy } from '../lib/security/guarded-request.ts'
import {
  fetchRemoteImage,
  findMessageFile,
  findOriginalFile,
  findRemoteImage,
  getMessageHtml,
} from './message-content-store.ts'

/** Serves the HTML, the files and the original of received emails. */
export function messageContentRoutes(
  app: App,
  networkPolicy: RequestPolicy = publicInternetPolicy,
): void {
  const disk = openRequestDisk(app.config, 'mail')
  const openFile = async ({ name, fileKey }: { name: string; fileKey: string }) => {
    const { body } = assertFound(await disk.findFile(fileKey), 'message_file_not_found')
    return { fileName: name, stream: body }
  }
  serve(app, messageApi.getHtml, ({ tx, params, principal }) =>
    getMessageHtml(tx, params.id, principal),
  )
  serveDownload(app, messageApi.getFile, async ({ inTx, params, principal }) =>
    openFile(await inTx(tx => findMessageFile(tx, params.id, principal))),
  )
  serveDownload(app, messageApi.getOriginal, async ({ inTx, params, principal }) =>
    openFile(await inTx(tx => findOriginalFile(tx, params.id, principal))),
  )
  serveDownload(app, messageApi.getRemoteImage, async ({ inTx, params, query, principal }) => {
    const { html } = await inTx(tx => getMessageHtml(tx, params.id, principal))
    const image = await fetchRemoteImage(findRemoteImage(html, query.position), networkPolicy)
    return { fileName: 'image', stream: Readable.from([image]) }
  })
}
