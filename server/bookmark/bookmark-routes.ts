import { bookmarkApi } from '#contract/bookmark.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { reading } from '../lib/db/read.ts'
import * as store from './bookmark-store.ts'

export function bookmarkRoutes(app: App) {
  serveRead(app, bookmarkApi.list, ({ tx }) => reading([store.listBookmarks(tx)], ([rows]) => rows))
  serve(app, bookmarkApi.add, ({ tx, body }) => store.addBookmark(tx, body))
  serve(app, bookmarkApi.rename, ({ tx, params, body }) =>
    store.renameBookmark(tx, params.id, body.title),
  )
  serve(app, bookmarkApi.remove, ({ tx, params }) => store.removeBookmark(tx, params.id))
  serve(app, bookmarkApi.reorder, ({ tx, body }) => store.reorderBookmarks(tx, body.ids))
}
