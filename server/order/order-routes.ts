import { orderApi } from '#contract/order.ts'
import { type App, serve, serveRead } from '../lib/serve.ts'
import { changeOrderTags, moveOrders, payOrders } from './order-bulk.ts'
import { countOrders, readOrders, searchVariants } from './order-list.ts'
import { moveOrder } from './order-moving.ts'
import { addPayment, addRefund } from './order-payment.ts'
import { updateTracking } from './order-parcel.ts'
import { placeOrder } from './order-placing.ts'
import { addNote, getOrder, readOrder, updateOrder } from './order-store.ts'

export function orderRoutes(app: App) {
  serveRead(app, orderApi.list, ({ tx, query, who }) => readOrders(tx, query, who.businessId), query => Boolean(query.q))
  serve(app, orderApi.counts, ({ tx }) => countOrders(tx))
  serve(app, orderApi.searchVariants, ({ tx, query }) => searchVariants(tx, query.q))
  serveRead(app, orderApi.get, ({ tx, params }) => readOrder(tx, params.id))
  serve(app, orderApi.create, ({ tx, body }) => placeOrder(tx, body))
  serve(app, orderApi.update, ({ tx, params, body }) => updateOrder(tx, params.id, body))
  serve(app, orderApi.updateStatus, async ({ tx, params, body }) => {
    await moveOrder(tx, params.id, body)
    return getOrder(tx, params.id)
  })
  serve(app, orderApi.bulkStatus, ({ tx, body }) => moveOrders(tx, body))
  serve(app, orderApi.bulkTags, ({ tx, body }) => changeOrderTags(tx, body))
  serve(app, orderApi.bulkPayment, ({ tx, body }) => payOrders(tx, body))
  serve(app, orderApi.updateTracking, ({ tx, params, body }) => updateTracking(tx, params.id, body))
  serve(app, orderApi.addPayment, ({ tx, params, body }) => addPayment(tx, params.id, body))
  serve(app, orderApi.addRefund, ({ tx, params, body }) => addRefund(tx, params.id, body))
  serve(app, orderApi.addNote, ({ tx, params, body }) => addNote(tx, params.id, body.text))
}
