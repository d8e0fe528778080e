import type { FastifyReply, FastifyRequest } from 'fastify'
import type { CheckoutFields, PlacedCheckout } from '#contract/storefront/storefront-checkout.ts'
import { storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { App } from '../lib/call/serve.ts'
import { startPayment } from '../sale/open-payment.ts'
import { getOrderPath } from '../sale/order-link.ts'
import { clearCartCookies, readCartCookies } from '../storefront/form/cart-cookie.ts'
import { findSignedInShopper } from '../storefront/form/signed-in-shopper.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'
import { readStore } from '../storefront/page/read-store.ts'
import { storeEntries } from './cart-entries.ts'
import { placeOrder } from './place-order.ts'
import { storeReminderConsent } from './reminder-consent.ts'

const cartPath = storefrontForms.cart.path
type Submission = { host: StorefrontHost; request: FastifyRequest; reply: FastifyReply }

/** Stores the entries of a checkout, or places its order, and returns the path of the next page. */
export async function submitCheckout(
  app: App,
  submission: Submission,
  fields: CheckoutFields,
): Promise<string> {
  const { token } = readCartCookies(submission.request)
  if (token === undefined) return cartPath
  if (fields.intent === 'place') return pay(app, submission, { token, fields })
  const { intent: _, ...entries } = fields
  const { host } = submission
  await readStore(app, host, async tx => {
    await storeEntries(tx, token, entries)
    await storeReminderConsent(app, tx, { token, host, isWanted: entries.remind === 'on' })
  })
  return storefrontForms.checkout.path
}

type PaidCart = { token: string; fields: PlacedCheckout }

/** Returns the path of the order, or of the page that leads to the provider. */
async function pay(
  app: App,
  { host, request, reply }: Submission,
  { token, fields }: PaidCart,
): Promise<string> {
  const shopper = await findSignedInShopper(app, request)
  const placement = await placeOrder(app, { token, shopper, requestId: request.id, host }, fields)
  if (placement === undefined) return cartPath
  const { kind, id } = placement
  // The cart remains until it is paid.
  if (kind === 'payment') return startPayment(app, host, id)
  clearCartCookies(reply)
  return getOrderPath(app, { storeId: host.storeId, id })
}
