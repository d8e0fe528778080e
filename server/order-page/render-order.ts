import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Id } from '#contract/lib/schemas.ts'
import { emptyFormState, type StorefrontFormState } from '#contract/storefront/storefront-form.ts'
import type { StorefrontOrder } from '#contract/storefront/storefront-order.ts'
import {
  type StorefrontOrderChange,
  storefrontOrderChanges,
} from '#contract/storefront/storefront-order-form.ts'
import type { StorefrontContent } from '#contract/storefront/storefront-page.ts'
import { withDeadline } from '../lib/call/deadline.ts'
import { loadOrderPage } from '../order/page/load-order-page.ts'
import { isOrderToken } from '../sale/order-link.ts'
import { type CachedPage, missingPage } from '../storefront/cache/page-cache.ts'
import {
  renderStorePage,
  type Storefront,
  sendNotFound,
  sendPrivatePage,
} from '../storefront/page/serve-page.ts'

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
  product: Id.optional().catch(undefined),
  done: z.enum(storefrontOrderChanges).optional().catch(undefined),
})
export type OrderPageView = Extract<StorefrontContent, { kind: 'order' }>['view']

/** Returns the path of an order's page that confirms a change of its shopper. */
export const getConfirmationPath = (path: string, change: StorefrontOrderChange): string =>
  `${path}?done=${change}`

type OrderLink = { id: string; path: string }

/** Returns the order that the path of a request opens, or undefined for a path of no order. */
export async function findOrderLink(
  { app }: Pick<Storefront, 'app'>,
  request: FastifyRequest,
): Promise<OrderLink | undefined> {
  const { storeId } = request.storefrontHost
  const { success, data } = OrderParams.safeParse(request.params)
  if (!success) return undefined
  const { id, token } = data
  const isValid = await withDeadline(app.config.callLimitMs, () =>
    isOrderToken(app, { storeId, id }, token),
  )
  return isValid ? { id, path: `/orders/${id}/${token}` } : undefined
}

type OrderPageState = { view: OrderPageView; form?: StorefrontFormState; status?: number }

export async function renderOrder(
  storefront: Storefront,
  request: FastifyRequest,
  { view, form = emptyFormState, status = 200 }: OrderPageState,
): Promise<CachedPage> {
  const { app } = storefront
  const { storefrontHost: host } = request
  const link = await findOrderLink(storefront, request)
  if (!link) return missingPage
  const order = await withDeadline(app.config.callLimitMs, () =>
    loadOrderPage(app, host.storeId, link.id),
  )
  if (!order || !hasView(order, view)) return missingPage
  const {
    unavailable = [],
    product,
    done: confirmedChange = null,
  } = OrderQuery.parse(request.query)
  const titles = order.lines.filter((_, index) => unavailable.includes(index))
  return renderStorePage(storefront, host, () => ({
    content: {
      kind: 'order',
      view,
      order,
      path: link.path,
      form,
      formKey: Id.safeParse(form.values['key']).data ?? crypto.randomUUID(),
      confirmedChange,
      unavailable: titles.map(({ title }) => title),
      product: form.values['product'] ?? product ?? null,
    },
    head: { title: '', description: '', canonicalPath: '' },
    status,
  }))
}

/**
 * Returns whether an order has a page. The withdrawal is a right in some countries only, and only
 * products that left the store are reviewed.
 */
function hasView(order: StorefrontOrder, view: OrderPageView): boolean {
  if (view === 'review') return order.reviews.length > 0
  return view !== 'withdraw' || order.canWithdraw || order.withdrawal !== null
}

export function sendOrderPage(
  storefront: Storefront,
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
) {
  if (page === missingPage) return sendNotFound(storefront, request, reply)
  // The URL opens the order, so it is not sent to other sites. Forms still send their origin.
  reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
  return sendPrivatePage(request, reply, page)
}
