import { bookmarkApi } from '#contract/staff/bookmark.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { batch } from '../lib/db/query-batch.ts'
import * as store from './bookmark-store.ts'

export function bookmarkRoutes(app: App) {
  serveRead(app, bookmarkApi.list, ({ tx }) => batch([store.listBookmarks(tx)], ([rows]) => rows))
  serve(app, bookmarkApi.create, ({ tx, body }) => store.createBookmark(tx, body))
  serve(app, bookmarkApi.update, ({ tx, params, body }) =>
    store.renameBookmark(tx, params.id, body.title),
  )
  serve(app, bookmarkApi.delete, ({ tx, params }) => store.deleteBookmark(tx, params.id))
  serve(app, bookmarkApi.reorder, ({ tx, body }) => store.reorderBookmarks(tx, body.ids))
}
