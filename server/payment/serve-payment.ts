import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import type { StorefrontPayment } from '#contract/storefront/storefront-payment.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import { withStoreTransaction } from '../lib/db/db.ts'
import { executeBatch } from '../lib/db/execute-batch.ts'
import { hashToken } from '../lib/security/hash-token.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import { cancelPayment } from '../sale/cancel-payment.ts'
import { getHeldPaymentBatch } from '../sale/hold-sale.ts'
import { startPayment } from '../sale/open-payment.ts'
import { loadOrderPath } from '../sale/order-link.ts'
import {
  findPaymentSession,
  getPaymentPath,
  type PaymentReference,
  type PaymentSession,
  parsePaymentPath,
} from '../sale/payment-session.ts'
import { refreshPayment } from '../sale/settle-payment.ts'
import { type CachedPage, missingPage } from '../storefront/cache/page-cache.ts'
import { clearCartCookies, readCartCookies } from '../storefront/form/cart-cookie.ts'
import { serveForm } from '../storefront/form/serve-form.ts'
import {
  renderStorePage,
  type Storefront,
  sendNotFound,
  sendPrivatePage,
} from '../storefront/page/serve-page.ts'

const { path } = storefrontForms.payment
/** How the shopper left the page of the provider. */
const PaymentQuery = z.object({ from: z.enum(['paid', 'canceled']).optional().catch(undefined) })
type PaymentView = StorefrontPayment['view']

/**
 * Serves the page between the checkout and a payment provider. Browsers apply the policy for forms to
 * the redirects after them, so a form cannot lead to the provider itself.
 */
export function servePayment(storefront: Storefront) {
  const { app, server } = storefront
  keepCartOfPayment(storefront)
  server.get(path, async (request, reply) => {
    const { storeId } = request.storefrontHost
    const id = parsePaymentPath(app, storeId, request.params)
    if (id === undefined) return sendNotFound(storefront, request, reply)
    const { from } = PaymentQuery.parse(request.query)
    const session = await loadCurrentSession(storefront, request, { id, from })
    if (!session) return sendNotFound(storefront, request, reply)
    if (session.orderId !== null && session.state !== 'open')
      return redirectToOrder(storefront, request, reply, session)
    const view = getView(session, from)
    if (view === 'opening') reply.header('refresh', `0;url=${session.url}`)
    if (view === 'waiting') reply.header('refresh', '3')
    const page = await renderPayment(storefront, request, session, view)
    // The URL opens the payment, so it is not sent to other sites.
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
    return sendPrivatePage(request, reply, page)
  })
  serveForm(storefront, storefrontForms.payment, {
    async handle({ host: { storeId }, request }) {
      const id = parsePaymentPath(app, storeId, request.params)
      const payment = { storeId, id: assertFound(id) }
      await cancelPayment(app, payment)
      const session = await findPayment(storefront, payment)
      return session?.orderId
        ? loadOrderPath(app, { storeId, id: session.orderId })
        : storefrontForms.cart.path
    },
    render: async () => missingPage,
  })
}

const cartPaths: readonly (string | undefined)[] = [
  storefrontForms.cart.path,
  storefrontForms.checkout.path,
]

/**
 * While a shopper pays, the units of the cart are taken, so that the pages of the cart would show them
 * as sold out. They lead back to the payment, and a change of the cart cancels it.
 */
function keepCartOfPayment(storefront: Storefront) {
  const { app, server } = storefront
  server.addHook('preHandler', async (request, reply) => {
    const { method, routeOptions, storefrontHost: host } = request
    const isChange = method === 'POST' && routeOptions.url === storefrontForms.cart.path
    const isRead = method === 'GET' && cartPaths.includes(routeOptions.url)
    const { token } = readCartCookies(request)
    if (token === undefined || !(isChange || isRead)) return
    const { storeId } = host
    const heldPayment = await executeBatch(app.db, { storeId }, tx =>
      getHeldPaymentBatch(tx, hashToken(token)),
    )
    if (!heldPayment) return
    const payment = { storeId, id: heldPayment.paymentId }
    if (isChange) return cancelPayment(app, payment)
    const paymentPath = addLanguage(getPaymentPath(app, payment), host.language, host.languages)
    return reply.header('cache-control', 'no-store').redirect(`${paymentPath}?from=canceled`, 303)
  })
}

const findPayment = ({ app }: Storefront, { storeId, id }: PaymentReference) =>
  withStoreTransaction(app.db, storeId, tx => findPaymentSession(tx, id))

type Visit = { id: string; from: 'paid' | 'canceled' | undefined }

/** Returns a payment, with its state from the provider if the shopper comes from there. */
async function loadCurrentSession(
  storefront: Storefront,
  { storefrontHost: host, ip }: FastifyRequest,
  { id, from }: Visit,
): Promise<PaymentSession | undefined> {
  const { app } = storefront
  const payment = { storeId: host.storeId, id }
  const session = await findPayment(storefront, payment)
  const isOpening = session?.state === 'opening'
  const isChanging = session?.state === 'open' || session?.state === 'processing'
  if (!isOpening && !(from && isChanging)) return session
  await consumeRateLimit(app, 'checkout', { source: ip, target: host.storeId })
  try {
    await (isOpening ? startPayment(app, host, id) : refreshPayment(app, payment))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    app.log.warn({ err: error, payment: id }, 'A payment could not be refreshed.')
  }
  return findPayment(storefront, payment)
}

async function redirectToOrder(
  { app }: Storefront,
  { storefrontHost: { storeId } }: FastifyRequest,
  reply: FastifyReply,
  { saleId, orderId }: PaymentSession,
) {
  const path = await loadOrderPath(app, { storeId, id: orderId ?? '' })
  if (saleId !== null) clearCartCookies(reply)
  return reply.header('cache-control', 'no-store').redirect(path, 303)
}

function getView({ state }: PaymentSession, from: Visit['from']): PaymentView {
  switch (state) {
    case 'opening':
    case 'open':
      if (from === undefined) return 'opening'
      return from === 'paid' ? 'waiting' : 'canceled'
    case 'processing':
    case 'paid':
      return 'waiting'
    case 'late':
    case 'refunded':
      return 'refunded'
    case 'mismatched':
      return 'checking'
    case 'failed':
    case 'expired':
      return 'ended'
  }
}

const renderPayment = (
  storefront: Storefront,
  { storefrontHost: host }: FastifyRequest,
  session: PaymentSession,
  view: PaymentView,
): Promise<CachedPage> =>
  renderStorePage(storefront, host, ({ frame }) => ({
    content: {
      kind: 'payment',
      view,
      path: getPaymentPath(storefront.app, { storeId: host.storeId, id: session._id }),
      url: session.url,
      amount: session.amount,
      reservedUntil: session.isHeld
        ? new Date(session.expiresAt).toLocaleTimeString(frame.store.locale, {
            hour: 'numeric',
            minute: '2-digit',
            timeZoneName: 'short',
            timeZone: session.timezone,
          })
        : null,
      reservedSeconds: Math.max(
        0,
        Math.round((new Date(session.expiresAt).getTime() - Date.now()) / 1000),
      ),
      isOrder: session.saleId === null,
    },
    head: { title: '', description: '', canonicalPath: '' },
    status: 200,
  }))
