import { redirectApi } from '#contract/cms/redirect.ts'
import { type App, serve, serveWithoutTransaction } from '../lib/call/serve.ts'
import { findRedirectEncoding } from './find-redirect-encoding.ts'
import { importRedirects } from './redirect-import.ts'
import {
  createRedirect,
  deleteRedirect,
  deleteRedirects,
  listRedirects,
  updateRedirect,
} from './redirect-store.ts'

export function redirectRoutes(app: App) {
  serve(app, redirectApi.list, ({ tx, query, principal }) =>
    listRedirects(tx, query, principal.storeId),
  )
  serve(app, redirectApi.create, ({ tx, body }) => createRedirect(tx, body))
  serve(app, redirectApi.update, ({ tx, params, body }) => updateRedirect(tx, params.id, body))
  serve(app, redirectApi.delete, ({ tx, params }) => deleteRedirect(tx, params.id))
  serve(app, redirectApi.bulkDelete, ({ tx, body }) => deleteRedirects(tx, body))
  serveWithoutTransaction(app, redirectApi.findEncoding, ({ body }) =>
    findRedirectEncoding(body.file),
  )
  serve(app, redirectApi.import, ({ tx, body }) => importRedirects(tx, body.csv))
}
