import { discountApi } from '#contract/product/discount.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { serveDownload } from '../lib/call/serve-download.ts'
import { createDiscountCodes, exportDiscountCodes } from './discount-code-store.ts'
import {
  createDiscount,
  deleteDiscount,
  getDiscount,
  getDiscountReport,
  listDiscounts,
  updateDiscount,
} from './discount-store.ts'

export function discountRoutes(app: App) {
  serve(app, discountApi.list, ({ tx, query, principal }) =>
    listDiscounts(tx, query, principal.storeId),
  )
  serve(app, discountApi.get, ({ tx, params }) => getDiscount(tx, params.id))
  serve(app, discountApi.getReport, ({ tx, params }) => getDiscountReport(tx, params.id))
  serve(app, discountApi.create, ({ tx, body }) => createDiscount(tx, body))
  serve(app, discountApi.update, ({ tx, params, body }) => updateDiscount(tx, params.id, body))
  serve(app, discountApi.createCodes, ({ tx, params, body }) =>
    createDiscountCodes(tx, params.id, body),
  )
  serveDownload(app, discountApi.exportCodes, async ({ query, inTx }) => ({
    fileName: 'discount-codes.csv',
    stream: exportDiscountCodes(inTx, query.discount),
  }))
  serve(app, discountApi.delete, ({ tx, params }) => deleteDiscount(tx, params.id))
}
