import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import {
  renderPage,
  type Storefront,
  sendNotFound,
  sendPrivatePage,
} from '../storefront/serve-page.ts'
import { loadOrderPage } from './load-order-page.ts'
import { isOrderToken } from './order-link.ts'

const OrderParams = z.object({ id: Id, token: z.string().max(100) })

/** Serves the page of an order to everyone who has its link. */
export function serveOrderPage(storefront: Storefront) {
  const { app, server } = storefront
  server.get('/orders/:id/:token', async (request, reply) => {
    const { storefrontHost: host } = request
    const { businessId } = host
    const { success, data } = OrderParams.safeParse(request.params)
    if (!success || !isOrderToken(app, { businessId, id: data.id }, data.token))
      return sendNotFound(storefront, request, reply)
    const order = await withDeadline(app.config.callLimitMs, () =>
      loadOrderPage(app, businessId, data.id),
    )
    if (!order) return sendNotFound(storefront, request, reply)
    const page = await renderPage(storefront, host, () => ({
      content: { kind: 'order', order },
      head: { title: '', description: '', canonicalPath: '' },
    }))
    // The address opens the order, so that no other site may learn it.
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' })
    return sendPrivatePage(request, reply, page)
  })
}
