import { CheckoutEntries } from '#contract/storefront-checkout.ts'
import { emptyFormState, storefrontForms } from '#contract/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront-order.ts'
import { startPayment } from '../sale/open-payment.ts'
import { getOrderPath } from '../sale/order-link.ts'
import { clearCartCookies, readCartCookies } from '../storefront/cart-cookie.ts'
import { readStore } from '../storefront/read-store.ts'
import { type RejectedForm, serveForm } from '../storefront/serve-form.ts'
import { renderPage, type Storefront, sendPrivatePage } from '../storefront/serve-page.ts'
import { findSignedInShopper } from '../storefront/signed-in-shopper.ts'
import { readEntries, storeEntries } from './cart-entries.ts'
import { addEntryErrors } from './check-entries.ts'
import { loadCheckout } from './load-checkout.ts'
import { placeOrder } from './place-order.ts'
import { storeReminderConsent } from './reminder-consent.ts'

const { path } = storefrontForms.checkout
const cartPath = storefrontForms.cart.path

/** Serves the checkout, which turns a cart into an order. */
export function serveCheckout(storefront: Storefront) {
  const { app, server } = storefront
  server.get(path, async (request, reply) => {
    const { page, checkout } = await renderCheckout(storefront, {
      host: request.storefrontHost,
      request,
      state: emptyFormState,
      status: 200,
    })
    return checkout
      ? sendPrivatePage(request, reply.header('x-robots-tag', 'noindex'), page)
      : reply.header('cache-control', 'no-store').redirect(cartPath, 303)
  })
  serveForm(storefront, storefrontForms.checkout, {
    async handle({ fields, host, request, reply }) {
      const { token } = readCartCookies(request)
      if (token === undefined) return cartPath
      if (fields.intent === 'quote') {
        const { intent: _, ...entries } = fields
        await readStore(app, host, async tx => {
          await storeEntries(tx, token, entries)
          await storeReminderConsent(app, tx, { token, host, isWanted: entries.remind === 'on' })
        })
        return path
      }
      const shopper = await findSignedInShopper(app, request)
      const placed = await placeOrder(app, { token, shopper, requestId: request.id, host }, fields)
      if (placed === undefined) return cartPath
      const { kind, id } = placed
      // The cart remains until it is paid.
      if (kind === 'payment') return startPayment(app, host, id)
      clearCartCookies(reply)
      return getOrderPath(app, { businessId: host.businessId, id })
    },
    render: async rejected => (await renderCheckout(storefront, rejected)).page,
  })
}

/**
 * Renders the form with what the shopper sent, otherwise with what the cart has stored, otherwise with
 * the last address of a shopper who is signed in.
 */
async function renderCheckout(
  storefront: Storefront,
  { host, request, state, status }: RejectedForm,
) {
  const { token } = readCartCookies(request)
  const shopper = await findSignedInShopper(storefront.app, request)
  let checkout: StorefrontCheckout | undefined
  const page = await renderPage(storefront, host, async ({ tx }) => {
    const isSent = Object.keys(state.values).length > 0
    const entries =
      token === undefined || isSent
        ? parseEntries(state.values)
        : { ...shopper?.entries, ...(await readEntries(tx, token)) }
    checkout = token === undefined ? undefined : await loadCheckout(tx, { token, shopper }, entries)
    const sentState = checkout ? addEntryErrors(state, checkout, entries) : state
    return {
      content: {
        kind: 'checkout',
        checkout: checkout ?? null,
        form: isSent ? sentState : { ...state, values: toValues(entries) },
      },
      head: { title: '', description: '', canonicalPath: path },
      status,
    }
  })
  return { page, checkout }
}

/** Returns the valid entries of a form that was rejected. */
const parseEntries = (values: Record<string, string>): CheckoutEntries =>
  Object.fromEntries(
    Object.entries(CheckoutEntries.shape).flatMap(([name, schema]) => {
      const { success, data } = schema.safeParse(values[name])
      return success && data !== undefined ? [[name, data]] : []
    }),
  )

const toValues = (entries: CheckoutEntries): Record<string, string> =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined))
