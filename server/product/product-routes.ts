import { productApi } from '#contract/product.ts'
import { type App, serve, serveRead } from '../lib/serve.ts'
import { createProduct } from './product-create.ts'
import { countProducts, readProducts, readFacets } from './product-list.ts'
import * as store from './product-store.ts'
import { updateProduct } from './product-update.ts'

export function productRoutes(app: App) {
  serveRead(app, productApi.list, ({ tx, query, who }) => readProducts(tx, query, who.businessId), query => Boolean(query.q))
  serve(app, productApi.counts, ({ tx }) => countProducts(tx))
  serve(app, productApi.facets, ({ tx }) => readFacets(tx))
  serveRead(app, productApi.get, ({ tx, params }) => store.readProduct(tx, params.id))
  serve(app, productApi.create, ({ tx, body }) => createProduct(tx, body))
  serve(app, productApi.update, ({ tx, params, body }) => updateProduct(tx, params.id, body))
  serve(app, productApi.remove, ({ tx, params }) => store.removeProduct(tx, params.id))
  serve(app, productApi.bulkStatus, async ({ tx, body }) => ({ updated: await store.setStatus(tx, body.ids, body.status) }))
  serve(app, productApi.bulkRemove, async ({ tx, body }) => ({ deleted: await store.removeProducts(tx, body.ids) }))
}
