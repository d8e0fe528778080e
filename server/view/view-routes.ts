import { viewApi } from '#contract/view.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { keepDefault, keepLayout, readListViews } from './view-layout.ts'
import { checkMayRead, createView, removeView, updateView } from './view-store.ts'

export function viewRoutes(app: App) {
  serve(app, viewApi.list, ({ tx, query, who }) => {
    checkMayRead(who, query.list)
    return readListViews(tx, query.list)
  })
  serve(app, viewApi.create, ({ tx, body, who }) => createView(tx, who, body))
  serve(app, viewApi.update, ({ tx, params, body, who }) => updateView(tx, who, params.id, body))
  serve(app, viewApi.remove, ({ tx, params, who }) => removeView(tx, who, params.id))
  serve(app, viewApi.keepLayout, ({ tx, body, who }) => {
    checkMayRead(who, body.list)
    return keepLayout(tx, body)
  })
  serve(app, viewApi.keepDefault, ({ tx, body, who }) => {
    checkMayRead(who, body.list)
    return keepDefault(tx, body.list, body.view)
  })
}
