import { bookmarkApi } from '#contract/staff/bookmark.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { batch } from '../lib/db/query-batch.ts'
import {
  createBookmark,
  deleteBookmark,
  listBookmarks,
  renameBookmark,
  reorderBookmarks,
} from './bookmark-store.ts'

export function bookmarkRoutes(app: App) {
  serveRead(app, bookmarkApi.list, ({ tx }) => batch([listBookmarks(tx)], ([rows]) => rows))
  serve(app, bookmarkApi.create, ({ tx, body }) => createBookmark(tx, body))
  serve(app, bookmarkApi.update, ({ tx, params, body }) =>
    renameBookmark(tx, params.id, body.title),
  )
  serve(app, bookmarkApi.delete, ({ tx, params }) => deleteBookmark(tx, params.id))
  serve(app, bookmarkApi.reorder, ({ tx, body }) => reorderBookmarks(tx, body.ids))
}
