import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import {
  emptyFormState,
  type StorefrontFormState,
  storefrontForms,
} from '#contract/storefront-form.ts'
import { orderPagePath } from '#contract/storefront-order-form.ts'
import type { StorefrontContent } from '#contract/storefront-page.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { assertFound } from '../lib/call/problem.ts'
import { type CachedPage, missingPage } from '../storefront/page-cache.ts'
import { serveForm } from '../storefront/serve-form.ts'
import {
  renderPage,
  type Storefront,
  sendNotFound,
  sendPrivatePage,
} from '../storefront/serve-page.ts'
import { cancelShopperOrder, changeShopperAddress } from './change-order.ts'
import { loadOrderPage } from './load-order-page.ts'
import { orderAgain } from './order-again.ts'
import { isOrderToken } from './order-link.ts'

const OrderParams = z.object({ id: Id, token: z.string().max(100) })
/** The positions of lines that could not be ordered again. */
const OrderQuery = z.object({
  unavailable: z
    .string()
    .max(2000)
    .regex(/^\d+(,\d+)*$/)
    .transform(text => text.split(',').map(Number))
    .optional()
    .catch(undefined),
})
type OrderView = Extract<StorefrontContent, { kind: 'order' }>['view']

/** Serves the page of an order to everyone who has its link, with what its shopper can change. */
export function serveOrderPage(storefront: Storefront) {
  const { app, server } = storefront
  const serveView = (path: string, view: OrderView) =>
    server.get(path, async (request, reply) => {
      const page = await renderOrder(storefront, request, { view })
      return sendOrderPage(storefront, request, reply, page)
    })
  serveView(orderPagePath, 'status')
  serveView(`${orderPagePath}/invoice`, 'invoice')
  serveForm(storefront, storefrontForms.orderPage, {
    async handle({ fields, host, request, reply }) {
      const link = assertFound(findOrderLink(storefront, request), 'order_not_found')
      const order = { businessId: host.businessId, id: link.id, requestId: request.id }
      switch (fields.intent) {
        case 'cancel':
          await cancelShopperOrder(app, order)
          return link.path
        case 'address': {
          const { intent: _, ...address } = fields
          await changeShopperAddress(app, order, address)
          return link.path
        }
        case 'again': {
          const missing = await orderAgain(app, link.id, { host, request, reply })
          return missing.length > 0
            ? `${link.path}?unavailable=${missing.join(',')}#again`
            : storefrontForms.cart.path
        }
      }
    },
    render: ({ request, state, status }) =>
      renderOrder(storefront, request, { view: 'status', form: state, status }),
  })
}

type OrderLink = { id: string; path: string }

/** Returns the order that the path of a request opens, or undefined for a path of no order. */
export function findOrderLink(
  { app }: Pick<Storefront, 'app'>,
  request: FastifyRequest,
): OrderLink | undefined {
  const { businessId } = request.storefrontHost
  const { success, data } = OrderParams.safeParse(request.params)
  if (!success || !isOrderToken(app, { businessId, id: data.id }, data.token)) return undefined
  return { id: data.id, path: `/orders/${data.id}/${data.token}` }
}

type OrderPageState = { view: OrderView; form?: StorefrontFormState; status?: number }

export async function renderOrder(
  storefront: Storefront,
  request: FastifyRequest,
  { view, form = emptyFormState, status = 200 }: OrderPageState,
): Promise<CachedPage> {
  const { app } = storefront
  const { storefrontHost: host } = request
  const link = findOrderLink(storefront, request)
  if (!link) return missingPage
  const order = await withDeadline(app.config.callLimitMs, () =>
    loadOrderPage(app, host.businessId, link.id),
  )
  if (!order) return missingPage
  const { unavailable = [] } = OrderQuery.parse(request.query)
  const titles = order.lines.filter((_, index) => unavailable.includes(index))
  return renderPage(storefront, host, () => ({
    content: {
      kind: 'order',
      view,
      order,
      path: link.path,
      form,
      unavailable: titles.map(({ title }) => title),
    },
    head: { title: '', description: '', canonicalPath: '' },
    status,
  }))
}

export function sendOrderPage(
  storefront: Storefront,
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
) {
  if (page === missingPage) return sendNotFound(storefront, request, reply)
  // The address opens the order, so that no other site may learn it. Forms still name their origin.
  reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
  return sendPrivatePage(request, reply, page)
}
