import { invoiceApi } from '#contract/invoice/invoice.ts'
import { type App, serve } from '../lib/call/serve.ts'
import type { Tx } from '../lib/db/db.ts'
import { creditInvoice } from './credit-invoice.ts'
import { getInvoiceSettings, updateInvoiceSettings } from './invoice-settings.ts'
import {
  createInvoice,
  deleteInvoice,
  getInvoice,
  listInvoices,
  updateInvoice,
} from './invoice-store.ts'
import { issueInvoice } from './issue-invoice.ts'

const readRecord = ({ tx }: { tx: Tx }, id: string) => getInvoice(tx, id)

export function invoiceRoutes(app: App) {
  serve(app, invoiceApi.list, ({ tx, query, principal }) =>
    listInvoices(tx, query, principal.storeId),
  )
  serve(app, invoiceApi.getSettings, ({ tx }) => getInvoiceSettings(tx))
  serve(app, invoiceApi.updateSettings, ({ tx, body }) => updateInvoiceSettings(tx, body))
  serve(app, invoiceApi.get, ({ tx, params }) => getInvoice(tx, params.id))
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
}
