import { Readable } from 'node:stream'
import { type Invoice, invoiceApi } from '#contract/invoice/invoice.ts'
import type { Route } from '#contract/lib/call/api.ts'
import {
  assertCanSeeContacts,
  hideErrorData,
  hideInvoiceContacts,
} from '../customer/rule/contact-visibility.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import { openDisk, openRequestDisk } from '../lib/file/disk.ts'
import { creditInvoice } from './credit-invoice.ts'
import { enqueueInvoiceMail } from './enqueue-invoice-mail.ts'
import { exportInvoicesCsv, exportInvoicesZip } from './invoice-export.ts'
import { listInvoices } from './invoice-list.ts'
import { loadInvoicePdf } from './invoice-pdf.ts'
import { updateInvoiceSettings } from './invoice-settings.ts'
import { createInvoice, deleteInvoice, getInvoice, updateInvoice } from './invoice-store.ts'
import { loadInvoiceXml } from './invoice-xml.ts'
import { issueInvoice } from './issue-invoice.ts'
import { issuePaidJobs } from './issue-paid-job.ts'
import { markInvoiceDownloaded } from './rule/issued-invoice-file.ts'
import { getInvoiceSettings } from './rule/load-invoice-settings.ts'
import { storeFilesJobs } from './store-files-job.ts'

type InvoiceHandler<B, P extends string> = Parameters<typeof serve<unknown, B, Invoice, P>>[2]

/** Serves a route that replies with the invoice. Contacts are hidden unless the caller can see them. */
const serveInvoice = <B, P extends string>(
  app: App,
  route: Route<unknown, B, Invoice, P>,
  handler: InvoiceHandler<B, P>,
) =>
  serve<unknown, B, Invoice, P>(
    app,
    route,
    async call => {
      const { abilities } = call.principal
      return hideInvoiceContacts(abilities, await hideErrorData(abilities, () => handler(call)))
    },
    route.idempotent
      ? async ({ tx, principal }, id) =>
          hideInvoiceContacts(principal.abilities, await getInvoice(tx, id))
      : undefined,
  )

/**
 * Serves the files of invoices. They contain the email of the buyer, where e-invoices are sent. So they also
 * require that the caller can see contacts.
 */
function serveInvoiceFiles(app: App) {
  serveDownload(app, invoiceApi.getPdf, async ({ inTx, params: { id }, principal }) => {
    assertCanSeeContacts(principal.abilities)
    const { fileName, content } = await loadInvoicePdf(
      { inTx, disk: openRequestDisk(app.config) },
      id,
    )
    await inTx(tx => markInvoiceDownloaded(tx, id))
    return { fileName, stream: Readable.from([content]) }
  })
  serveDownload(app, invoiceApi.getXml, async ({ inTx, params: { id }, principal }) => {
    assertCanSeeContacts(principal.abilities)
    const { fileName, content } = await inTx(tx => loadInvoiceXml(tx, id))
    await inTx(tx => markInvoiceDownloaded(tx, id))
    return { fileName, stream: Readable.from([content]) }
  })
  serveDownload(app, invoiceApi.exportCsv, async ({ inTx, query: { month } }) => ({
    fileName: `invoices-${month}.csv`,
    stream: exportInvoicesCsv(inTx, month),
  }))
  serveDownload(app, invoiceApi.exportZip, async ({ inTx, query: { month }, principal }) => {
    assertCanSeeContacts(principal.abilities)
    return {
      fileName: `invoices-${month}.zip`,
      stream: await exportInvoicesZip({ inTx, disk: openDisk(app.config) }, month),
    }
  })
}

export function invoiceRoutes(app: App) {
  serveInvoiceFiles(app)
  serve(app, invoiceApi.list, ({ tx, query, principal }) =>
    listInvoices(tx, query, principal.storeId),
  )
  serve(app, invoiceApi.getSettings, ({ tx }) => getInvoiceSettings(tx))
  serve(app, invoiceApi.updateSettings, ({ tx, body }) => updateInvoiceSettings(tx, body))
  serveInvoice(app, invoiceApi.get, ({ tx, params }) => getInvoice(tx, params.id))
  serveInvoice(app, invoiceApi.create, ({ tx, body }) => createInvoice(tx, body.order))
  serveInvoice(app, invoiceApi.update, ({ tx, params, body, principal }) =>
    updateInvoice(tx, params.id, body, principal.abilities),
  )
  serve(app, invoiceApi.delete, ({ tx, params }) => deleteInvoice(tx, params.id))
  serveInvoice(app, invoiceApi.issue, ({ tx, params, body }) => issueInvoice(tx, params.id, body))
  serveInvoice(app, invoiceApi.credit, ({ tx, params, body }) => creditInvoice(tx, params.id, body))
  serve(app, invoiceApi.send, ({ tx, params }) => enqueueInvoiceMail(tx, params.id))
  Object.assign(app.jobs, issuePaidJobs(app), storeFilesJobs(app))
}
