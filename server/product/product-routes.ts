import { may } from '#contract/lib/permission.ts'
import { productApi } from '#contract/product.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import * as bulk from './product-bulk-store.ts'
import { createProduct } from './product-create.ts'
import { countProducts, readFacets, readProducts } from './product-list.ts'
import * as store from './product-store.ts'
import { updateProduct } from './product-update.ts'

export function productRoutes(app: App) {
  serveRead(
    app,
    productApi.list,
    ({ tx, query, who }) => readProducts(tx, query, who.businessId),
    query => Boolean(query.q),
  )
  serve(app, productApi.counts, ({ tx }) => countProducts(tx))
  serve(app, productApi.facets, ({ tx }) => readFacets(tx))
  serveRead(app, productApi.get, ({ tx, params, who }) =>
    store.readProduct(tx, params.id, { hasCost: may(who.abilities, 'product:write') }),
  )
  serve(app, productApi.create, ({ tx, body }) => createProduct(tx, body))
  serve(app, productApi.update, ({ tx, params, body }) => updateProduct(tx, params.id, body))
  serve(app, productApi.remove, ({ tx, params }) => store.removeProduct(tx, params.id))
  serve(app, productApi.bulkStatus, ({ tx, body }) => bulk.setStatuses(tx, body))
  serve(app, productApi.bulkTags, ({ tx, body }) => bulk.changeProductTags(tx, body))
  serve(app, productApi.bulkCategories, ({ tx, body }) => bulk.changeCategories(tx, body))
  serve(app, productApi.bulkRemove, ({ tx, body }) => bulk.removeChosen(tx, body))
}
