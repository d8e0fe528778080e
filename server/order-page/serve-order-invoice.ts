import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import { orderPagePath } from '#contract/storefront/storefront-order-form.ts'
import {
  loadIssuedInvoiceFile,
  markInvoiceDownloaded,
} from '../invoice/rule/issued-invoice-file.ts'
import { Problem } from '../lib/call/problem.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { openRequestDisk } from '../lib/file/disk.ts'
import { type Storefront, sendNotFound } from '../storefront/page/serve-page.ts'
import { findOrderLink } from './render-order.ts'
import { sendShopperPdf } from './send-shopper-pdf.ts'

const InvoiceParams = z.object({ invoice: Id })

/** Serves the issued invoices of an order as PDF to everyone who has the link of the order. */
export function serveOrderInvoice(storefront: Storefront) {
  const { app, server } = storefront
  server.get(`${orderPagePath}/invoice/:invoice`, async (request, reply) => {
    const { storeId } = request.storefrontHost
    const link = await findOrderLink(storefront, request)
    const { data } = InvoiceParams.safeParse(request.params)
    if (!link || !data) return sendNotFound(storefront, request, reply)
    const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
      withStoreTransaction(app.db, storeId, work, { requestId: request.id })
    const file = await loadIssuedInvoiceFile(
      { inTx, disk: openRequestDisk(app.config) },
      { id: data.invoice, shopperOrderId: link.id },
    ).catch(error => {
      if (error instanceof Problem && error.status === 404) return undefined
      throw error
    })
    if (!file) return sendNotFound(storefront, request, reply)
    await inTx(tx => markInvoiceDownloaded(tx, data.invoice))
    return sendShopperPdf(reply, file)
  })
}
