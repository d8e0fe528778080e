import { cartApi } from '#contract/order/cart.ts'
import { type App, serve } from '../lib/call/serve.ts'
import { cartReminderSchedule } from './cart-reminder-jobs.ts'
import { countCarts, getCart, listCarts, sendCartReminder } from './cart-store.ts'

export function cartRoutes(app: App) {
  Object.assign(app.jobs, cartReminderSchedule(app))
  serve(app, cartApi.list, ({ tx, query, principal }) => listCarts(tx, query, principal))
  serve(app, cartApi.getCounts, ({ tx }) => countCarts(tx))
  serve(app, cartApi.sendReminder, ({ tx, params, principal }) =>
    sendCartReminder(tx, params.id, principal),
  )
  serve(app, cartApi.get, ({ tx, params, principal }) => getCart(tx, params.id, principal))
}
