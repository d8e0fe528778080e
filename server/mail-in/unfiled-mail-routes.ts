import type { Disk } from 'flydrive'
import { mailInApi } from '#contract/desk/mail-in.ts'
import { Problem } from '../lib/call/problem.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import { findUnfiledOriginal, listUnfiledMails, retryUnfiledMail } from './unfiled-mail-store.ts'

/** Serves the emails that could not be added to the inbox. */
export function unfiledMailRoutes(app: App, disk: Disk): void {
  serve(app, mailInApi.listUnfiled, ({ tx, principal }) => listUnfiledMails(tx, principal))
  serveDownload(app, mailInApi.getUnfiledOriginal, async ({ inTx, params, principal }) => {
    const { fileKey } = await inTx(tx => findUnfiledOriginal(tx, params.id, principal))
    if (!(await disk.exists(fileKey))) throw new Problem(404, 'message_file_not_found')
    return { fileName: 'message.eml', stream: await disk.getStream(fileKey) }
  })
  serve(app, mailInApi.retryUnfiled, ({ tx, params, principal }) =>
    retryUnfiledMail(tx, params.id, principal),
  )
}
