import { viewApi } from '#contract/staff/view.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { getListViews, saveDefaultView, saveLayout } from './view-layout.ts'
import { assertCanReadList, createView, deleteView, updateView } from './view-store.ts'

export function viewRoutes(app: App) {
  serve(app, viewApi.list, ({ tx, query, principal }) => {
    assertCanReadList(principal, query.list)
    return getListViews(tx, query.list)
  })
  serve(app, viewApi.create, ({ tx, body, principal }) => createView(tx, principal, body))
  serve(app, viewApi.update, ({ tx, params, body, principal }) =>
    updateView(tx, principal, params.id, body),
  )
  serve(app, viewApi.delete, ({ tx, params, principal }) => deleteView(tx, principal, params.id))
  serve(app, viewApi.saveLayout, ({ tx, body, principal }) => {
    assertCanReadList(principal, body.list)
    return saveLayout(tx, body)
  })
  serve(app, viewApi.saveDefaultView, ({ tx, body, principal }) => {
    assertCanReadList(principal, body.list)
    return saveDefaultView(tx, body.list, body.view)
  })
}
