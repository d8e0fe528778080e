import { CheckoutEntries } from '#contract/storefront/storefront-checkout.ts'
import { emptyFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type { StorefrontCheckout } from '#contract/storefront/storefront-order.ts'
import { readCartCookies } from '../storefront/form/cart-cookie.ts'
import { type RejectedForm, serveForm } from '../storefront/form/serve-form.ts'
import { findSignedInShopper } from '../storefront/form/signed-in-shopper.ts'
import { renderStorePage, type Storefront, sendPrivatePage } from '../storefront/page/serve-page.ts'
import { readEntries } from './cart-entries.ts'
import { addEntryErrors } from './check-entries.ts'
import { loadCheckout } from './load-checkout.ts'
import { submitCheckout } from './submit-checkout.ts'

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
    handle: ({ fields, ...submission }) => submitCheckout(app, submission, fields),
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
  const page = await renderStorePage(storefront, host, async ({ tx }) => {
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
