import { taxApi } from '#contract/store/tax.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { getEuSales } from './eu-sales.ts'
import { loadClassTaxRates } from './rule/load-tax-rates.ts'
import { createTaxClass, deleteTaxClass, listTaxClasses, updateTaxClass } from './tax-store.ts'

export function taxRoutes(app: App) {
  serveRead(app, taxApi.list, ({ tx }) => listTaxClasses(tx))
  serve(app, taxApi.getEuSales, ({ tx }) => getEuSales(tx))
  serve(app, taxApi.getOrderRates, ({ tx, query }) => {
    const { country = '', region = '', customer, vatId } = query
    return loadClassTaxRates(tx, { country, region, customer, vatId })
  })
  serve(app, taxApi.create, ({ tx, body }) => createTaxClass(tx, body))
  serve(app, taxApi.update, ({ tx, params, body }) => updateTaxClass(tx, params.id, body))
  serve(app, taxApi.delete, ({ tx, params }) => deleteTaxClass(tx, params.id))
}
