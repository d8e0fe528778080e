import { categoryApi } from '#contract/category.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { removeCategories, setCategoryStatuses } from './category-bulk-store.ts'
import * as store from './category-store.ts'
import { moveCategory, removeCategory } from './category-tree.ts'

export function categoryRoutes(app: App) {
  serve(app, categoryApi.list, ({ tx, query, principal: who }) =>
    store.listCategories(tx, query, who.businessId),
  )
  serve(app, categoryApi.getTree, ({ tx }) => store.readTree(tx))
  serve(app, categoryApi.get, ({ tx, params }) => store.getCategory(tx, params.id))
  serve(app, categoryApi.create, ({ tx, body }) => store.createCategory(tx, body))
  serve(app, categoryApi.update, ({ tx, params, body }) =>
    store.updateCategory(tx, params.id, body),
  )
  serve(app, categoryApi.move, async ({ tx, params, body }) => {
    await moveCategory(tx, params.id, body)
    return store.readTree(tx)
  })
  serve(app, categoryApi.delete, async ({ tx, params }) => {
    await removeCategory(tx, params.id)
  })
  serve(app, categoryApi.bulkUpdateStatus, ({ tx, body }) =>
    setCategoryStatuses(tx, body.ids, body.status),
  )
  serve(app, categoryApi.bulkDelete, ({ tx, body }) => removeCategories(tx, body.ids))
}
