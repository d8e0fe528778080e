import { Readable } from 'node:stream'
import { invoiceApi } from '#contract/invoice/invoice.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import type { Tx } from '../lib/db/db.ts'
import { openDisk } from '../lib/file/disk.ts'
import { creditInvoice } from './credit-invoice.ts'
import { enqueueInvoiceMail, invoiceMailJobs } from './invoice-mail.ts'
import { loadInvoicePdf } from './invoice-pdf.ts'
import { getInvoiceSettings, updateInvoiceSettings } from './invoice-settings.ts'
import {
  createInvoice,
  deleteInvoice,
  getInvoice,
  listInvoices,
  updateInvoice,
} from './invoice-store.ts'
import { issueInvoice } from './issue-invoice.ts'
import { markInvoiceDownloaded } from './rule/issued-invoice-file.ts'

const readRecord = ({ tx }: { tx: Tx }, id: string) => getInvoice(tx, id)

export function invoiceRoutes(app: App) {
  serve(app, invoiceApi.list, ({ tx, query, principal }) =>
    listInvoices(tx, query, principal.storeId),
  )
  serve(app, invoiceApi.getSettings, ({ tx }) => getInvoiceSettings(tx))
  serve(app, invoiceApi.updateSettings, ({ tx, body }) => updateInvoiceSettings(tx, body))
  serve(app, invoiceApi.get, ({ tx, params }) => getInvoice(tx, params.id))
  serveDownload(app, invoiceApi.getPdf, async ({ inTx, params: { id } }) => {
    const { fileName, content } = await loadInvoicePdf({ inTx, disk: openDisk(app.config) }, id)
    await inTx(tx => markInvoiceDownloaded(tx, id))
    return { fileName, stream: Readable.from([content]) }
  })
  serve(app, invoiceApi.create, ({ tx, body }) => createInvoice(tx, body.order), readRecord)
  serve(app, invoiceApi.update, ({ tx, params, body }) => updateInvoice(tx, params.id, body))
  serve(app, invoiceApi.delete, ({ tx, params }) => deleteInvoice(tx, params.id))
  serve(
    app,
    invoiceApi.issue,
    ({ tx, params, body }) => issueInvoice(tx, params.id, body.version),
    readRecord,
  )
  serve(
    app,
    invoiceApi.credit,
    ({ tx, params, body }) => creditInvoice(tx, params.id, body.note),
    readRecord,
  )
  serve(app, invoiceApi.send, ({ tx, params }) => enqueueInvoiceMail(tx, params.id))
  Object.assign(app.jobs, invoiceMailJobs(app))
}
