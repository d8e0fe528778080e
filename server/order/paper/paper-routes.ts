import { Readable } from 'node:stream'
import { orderPaperApi } from '#contract/order/order-paper.ts'
import { orderPrintApi } from '#contract/order/order-print.ts'
import { type App, serve } from '../../lib/call/serve.ts'
import { serveDownload } from '../../lib/call/serve-download.ts'
import { openRequestDisk } from '../../lib/file/disk.ts'
import { loadLogo } from '../../lib/pdf/load-logo.ts'
import { describePaper } from './describe-paper.ts'
import { loadPaperOrder, loadPaperStore } from './load-paper-order.ts'
import { getPaperSettings, updatePaperSettings } from './paper-settings.ts'
import { createPrint, getPrint, loadPrintFile, orderPrintJobs } from './print-orders.ts'
import { renderPapers } from './render-papers.ts'

/** Serves the documents that go with an order. */
export function orderPaperRoutes(app: App) {
  serve(app, orderPaperApi.getPaperSettings, ({ tx }) => getPaperSettings(tx))
  serve(app, orderPaperApi.updatePaperSettings, ({ tx, body }) => updatePaperSettings(tx, body))
  serve(app, orderPaperApi.getPaper, async ({ tx, params, query }) =>
    describePaper(await loadPaperStore(tx), await loadPaperOrder(tx, params.id), {
      kind: query.paper,
      parcelId: query.parcel,
    }),
  )
  serveDownload(app, orderPaperApi.getPaperPdf, async ({ inTx, params, query }) => {
    const [store, order, settings] = await inTx(tx =>
      Promise.all([loadPaperStore(tx), loadPaperOrder(tx, params.id), getPaperSettings(tx)]),
    )
    const paper = describePaper(store, order, { kind: query.paper, parcelId: query.parcel })
    const content = await renderPapers({
      papers: [paper],
      logo: await loadLogo(openRequestDisk(app.config), store.logo),
      format: query.format ?? settings[query.paper],
    })
    return { fileName: `${query.paper}-${order.number}.pdf`, stream: Readable.from([content]) }
  })
  serveOrderPrints(app)
}

/** Serves the files with a document of several orders. */
function serveOrderPrints(app: App) {
  Object.assign(app.jobs, orderPrintJobs(app))
  serve(app, orderPrintApi.createPrint, ({ tx, body, principal }) =>
    createPrint(tx, body, principal),
  )
  serve(app, orderPrintApi.getPrint, ({ tx, params }) => getPrint(tx, params.id))
  serveDownload(app, orderPrintApi.getPrintPdf, async ({ inTx, params, principal }) => {
    const content = await inTx(tx => loadPrintFile(tx, params.id, principal.abilities))
    return { fileName: 'orders.pdf', stream: Readable.from([content]) }
  })
}
