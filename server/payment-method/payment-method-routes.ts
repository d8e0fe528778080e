import { paymentMethodApi } from '#contract/payment-method.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import * as store from './payment-method-store.ts'

export function paymentMethodRoutes(app: App) {
  serveRead(app, paymentMethodApi.list, ({ tx }) => store.listMethods(tx))
  serve(app, paymentMethodApi.create, ({ tx, body }) => store.addMethod(tx, body))
  serve(app, paymentMethodApi.update, ({ tx, params, body }) =>
    store.updateMethod(tx, params.id, body),
  )
  serve(app, paymentMethodApi.remove, async ({ tx, params }) => {
    await store.removeMethod(tx, params.id)
  })
}
