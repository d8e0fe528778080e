import { mailInApi } from '#contract/desk/mail-in.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import type { FileDisk } from '../lib/file/file-disk.ts'
import { findUnfiledOriginal, listUnfiledMails, retryUnfiledMail } from './unfiled-mail-store.ts'

/** Serves the emails that could not be added to the inbox. */
export function unfiledMailRoutes(app: App, disk: FileDisk): void {
  serve(app, mailInApi.listUnfiled, ({ tx, principal }) => listUnfiledMails(tx, principal))
  serveDownload(app, mailInApi.getUnfiledOriginal, async ({ inTx, params, principal }) => {
    const { fileKey } = await inTx(tx => findUnfiledOriginal(tx, params.id, principal))
    const { body } = assertFound(await disk.findFile(fileKey), 'message_file_not_found')
    return { fileName: 'message.eml', stream: body }
  })
  serve(app, mailInApi.retryUnfiled, ({ tx, params, principal }) =>
    retryUnfiledMail(tx, params.id, principal),
  )
}
