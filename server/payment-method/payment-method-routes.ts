import { paymentMethodApi } from '#contract/payment-method.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import * as store from './payment-method-store.ts'

export function paymentMethodRoutes(app: App) {
  serveRead(app, paymentMethodApi.list, ({ tx }) => store.listPaymentMethods(tx))
  serve(app, paymentMethodApi.create, ({ tx, body }) => store.createPaymentMethod(tx, body))
  serve(app, paymentMethodApi.update, ({ tx, params, body }) =>
    store.updatePaymentMethod(tx, params.id, body),
  )
  serve(app, paymentMethodApi.delete, async ({ tx, params }) => {
    await store.deletePaymentMethod(tx, params.id)
  })
}
