import { productAlertApi } from '#contract/product/product-alert.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { countProductAlerts, deleteProductAlert, listProductAlerts } from './product-alert-store.ts'

export function productAlertRoutes(app: App) {
  serve(app, productAlertApi.list, ({ tx, query, principal }) =>
    listProductAlerts(tx, query, principal.storeId),
  )
  serve(app, productAlertApi.getCounts, ({ tx, params }) => countProductAlerts(tx, params.id))
  serve(app, productAlertApi.delete, ({ tx, params }) => deleteProductAlert(tx, params.id))
}
