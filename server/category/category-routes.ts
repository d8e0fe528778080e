import { categoryApi } from '#contract/product/category.ts'
import { categorySlugApi } from '#contract/store/free-slug.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { findFreeSlug } from '../lib/db/find-free-slug.ts'
import { deleteCategories, updateCategoryStatuses } from './category-bulk-store.ts'
import { listCategoryRows, listChildCategories } from './category-row-store.ts'
import {
  createCategory,
  getCategory,
  getCategoryTree,
  listCategories,
  updateCategory,
} from './category-store.ts'
import { deleteCategory, moveCategory } from './category-tree.ts'

export function categoryRoutes(app: App) {
  serve(app, categoryApi.list, ({ tx, query, principal }) =>
    listCategories(tx, query, principal.storeId),
  )
  serve(app, categoryApi.listRows, ({ tx, query, principal }) =>
    listCategoryRows(tx, query, principal.storeId),
  )
  serve(app, categoryApi.listChildren, ({ tx, params }) => listChildCategories(tx, params.id))
  serve(app, categoryApi.getTree, ({ tx }) => getCategoryTree(tx))
  serve(app, categorySlugApi.getFreeSlug, async ({ tx, query }) => ({
    slug: await findFreeSlug(tx, 'category', query.name),
  }))
  serve(app, categoryApi.get, ({ tx, params }) => getCategory(tx, params.id))
  serve(app, categoryApi.create, ({ tx, body }) => createCategory(tx, body))
  serve(app, categoryApi.update, ({ tx, params, body }) => updateCategory(tx, params.id, body))
  serve(app, categoryApi.move, async ({ tx, params, body }) => {
    await moveCategory(tx, params.id, body)
    return getCategory(tx, params.id)
  })
  serve(app, categoryApi.delete, async ({ tx, params }) => {
    await deleteCategory(tx, params.id)
  })
  serve(app, categoryApi.bulkUpdateStatus, ({ tx, body }) =>
    updateCategoryStatuses(tx, body.ids, body.status),
  )
  serve(app, categoryApi.bulkDelete, ({ tx, body }) => deleteCategories(tx, body.ids))
}
