import type { Route } from '#contract/lib/api.ts'
import { type Order, orderApi } from '#contract/order.ts'
import { type App, serve, serveRead } from '../lib/call/serve.ts'
import { orderFor, refusalFor, rowFor } from '../rule/contact-rule.ts'
import { changeOrderTags, moveOrders, payOrders } from './order-bulk.ts'
import { countOrders, readOrders, searchVariants } from './order-list.ts'
import { moveOrder } from './order-moving.ts'
import { updateTracking } from './order-parcel.ts'
import { addPayment, addRefund } from './order-payment.ts'
import { placeOrder } from './order-placing.ts'
import { addNote, getOrder, readOrder, updateOrder } from './order-store.ts'

type Handle<Q, B, P extends string> = Parameters<typeof serve<Q, B, Order, P>>[2]

/** Whatever is done to an order is answered with the order, as the person asking may see it. */
const serveOrder = <Q, B, P extends string>(
  app: App,
  route: Route<Q, B, Order, P>,
  handle: Handle<Q, B, P>,
) =>
  serve(app, route, async call => {
    try {
      return orderFor(call.who.abilities, await handle(call))
    } catch (error) {
      throw refusalFor(call.who.abilities, error)
    }
  })

export function orderRoutes(app: App) {
  serveRead(
    app,
    orderApi.list,
    ({ tx, query, who }) => {
      const { queries, answer } = readOrders(tx, query, who)
      const told = ({ items, ...page }: ReturnType<typeof answer>) => ({
        ...page,
        items: items.map(row => rowFor(who.abilities, row)),
      })
      return { queries, answer: rows => told(answer(rows)) }
    },
    query => Boolean(query.q),
  )
  serve(app, orderApi.counts, ({ tx }) => countOrders(tx))
  serve(app, orderApi.searchVariants, ({ tx, query }) => searchVariants(tx, query.q))
  serveRead(app, orderApi.get, ({ tx, params, who }) => {
    const { queries, answer } = readOrder(tx, params.id)
    return { queries, answer: rows => orderFor(who.abilities, answer(rows)) }
  })
  serveOrder(app, orderApi.create, ({ tx, body }) => placeOrder(tx, body))
  serveOrder(app, orderApi.update, ({ tx, params, body }) => updateOrder(tx, params.id, body))
  serveOrder(app, orderApi.updateStatus, async ({ tx, params, body }) => {
    await moveOrder(tx, params.id, body)
    return getOrder(tx, params.id)
  })
  serve(app, orderApi.bulkStatus, ({ tx, body, who }) => moveOrders(tx, body, who.abilities))
  serve(app, orderApi.bulkTags, ({ tx, body, who }) => changeOrderTags(tx, body, who.abilities))
  serve(app, orderApi.bulkPayment, ({ tx, body, who }) => payOrders(tx, body, who.abilities))
  serveOrder(app, orderApi.updateTracking, ({ tx, params, body }) =>
    updateTracking(tx, params.id, body),
  )
  serveOrder(app, orderApi.addPayment, ({ tx, params, body }) => addPayment(tx, params.id, body))
  serveOrder(app, orderApi.addRefund, ({ tx, params, body }) => addRefund(tx, params.id, body))
  serveOrder(app, orderApi.addNote, ({ tx, params, body }) => addNote(tx, params.id, body.text))
}
