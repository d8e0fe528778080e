import { hasPermission } from '#contract/lib/call/permission.ts'
import { ecommerceProductApi } from '#contract/product/ecommerce-product.ts'
import { productApi } from '#contract/product/product.ts'
import { storeSwatchApi } from '#contract/product/store-swatch.ts'
import { productSlugApi } from '#contract/store/free-slug.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { findFreeSlug } from '../lib/db/find-free-slug.ts'
import { listEcommerceProducts } from './ecommerce-products.ts'
import {
  bulkDeleteProducts,
  bulkUpdateProductCategories,
  bulkUpdateProductStatus,
  bulkUpdateProductTags,
} from './product-bulk-store.ts'
import { createProduct } from './product-create.ts'
import {
  countProductsByStatus,
  getProductFacets,
  listProducts,
  readProducts,
} from './product-list.ts'
import { deleteProduct, getProductBatch } from './product-store.ts'
import { updateProduct } from './product-update.ts'
import { listStoreSwatches } from './store-swatches.ts'

export function productRoutes(app: App) {
  serveRead(
    app,
    productApi.list,
    ({ tx, query, principal }) => listProducts(tx, query, principal.storeId),
    ({ tx, query, principal }) => readProducts(tx, query, principal.storeId),
  )
  serve(app, ecommerceProductApi.listEcommerceProducts, ({ tx, query, principal }) =>
    listEcommerceProducts(tx, query, principal.storeId),
  )
  serve(app, productApi.getCounts, ({ tx }) => countProductsByStatus(tx))
  serve(app, productSlugApi.getFreeSlug, async ({ tx, query }) => ({
    slug: await findFreeSlug(tx, 'product', query.name),
  }))
  serve(app, productApi.getFacets, ({ tx }) => getProductFacets(tx))
  serve(app, storeSwatchApi.listStoreSwatches, ({ tx, query }) => listStoreSwatches(tx, query))
  serveRead(app, productApi.get, ({ tx, params, principal }) =>
    getProductBatch(tx, params.id, {
      includeCost: hasPermission(principal.abilities, 'product:write'),
    }),
  )
  serve(app, productApi.create, ({ tx, body, commitWith }) => createProduct(tx, body, commitWith))
  serve(app, productApi.update, ({ tx, params, body }) => updateProduct(tx, params.id, body))
  serve(app, productApi.delete, ({ tx, params }) => deleteProduct(tx, params.id))
  serve(app, productApi.bulkUpdateStatus, ({ tx, body }) => bulkUpdateProductStatus(tx, body))
  serve(app, productApi.bulkUpdateTags, ({ tx, body }) => bulkUpdateProductTags(tx, body))
  serve(app, productApi.bulkUpdateCategories, ({ tx, body }) =>
    bulkUpdateProductCategories(tx, body),
  )
  serve(app, productApi.bulkDelete, ({ tx, body }) => bulkDeleteProducts(tx, body))
}
