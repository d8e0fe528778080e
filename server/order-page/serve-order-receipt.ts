import { getCountryPaper } from '#contract/lib/paper.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { orderPagePath } from '#contract/storefront/storefront-order-form.ts'
import { type Tx, withStoreTransaction } from '../lib/db/db.ts'
import { openRequestDisk } from '../lib/file/disk.ts'
import { loadLogo } from '../lib/pdf/load-logo.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { loadOrderPage } from '../order/page/load-order-page.ts'
import { describePaper } from '../order/paper/describe-paper.ts'
import { loadPaperOrder, loadPaperStore } from '../order/paper/load-paper-order.ts'
import { renderPapers } from '../order/paper/render-papers.ts'
import { type Storefront, sendNotFound } from '../storefront/page/serve-page.ts'
import { findOrderLink } from './render-order.ts'
import { sendShopperPdf } from './send-shopper-pdf.ts'

/**
 * Serves the receipt of a paid order as PDF to everyone who has the link of the order. Each request renders it,
 * so it counts like a form of the page.
 */
export function serveOrderReceipt(storefront: Storefront) {
  const { app, server } = storefront
  server.get(`${orderPagePath}/receipt`, async (request, reply) => {
    const { storeId } = request.storefrontHost
    const link = await findOrderLink(storefront, request)
    const order = link && (await loadOrderPage(app, storeId, link.id))
    if (!link || !order?.hasReceipt) return sendNotFound(storefront, request, reply)
    const { rateLimit } = storefrontForms.orderPage
    await consumeRateLimit(app, rateLimit, { source: request.ip, target: storeId })
    const [store, paperOrder] = await withStoreTransaction(
      app.db,
      storeId,
      (tx: Tx) => Promise.all([loadPaperStore(tx), loadPaperOrder(tx, link.id)]),
      { requestId: request.id },
    )
    const content = await renderPapers({
      papers: [describePaper(store, paperOrder, { kind: 'receipt' })],
      logo: await loadLogo(openRequestDisk(app.config), store.logo),
      format: getCountryPaper(store.address.country),
    })
    return sendShopperPdf(reply, { fileName: `receipt-${order.number}.pdf`, content })
  })
}
