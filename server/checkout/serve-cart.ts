import type { FastifyRequest } from 'fastify'
import { emptyFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import type {
  StorefrontCart,
  StorefrontCartDelivery,
  StorefrontCartDiscount,
} from '#contract/storefront/storefront-order.ts'
import type { Tx } from '../lib/db/db.ts'
import { consumeRateLimit } from '../lib/security/rate-limit.ts'
import {
  clearCartCookies,
  createCartToken,
  readCartCookies,
  setCartCookies,
  setCartCount,
} from '../storefront/form/cart-cookie.ts'
import { emptyCart, loadCart } from '../storefront/form/load-cart.ts'
import { type RejectedForm, serveForm } from '../storefront/form/serve-form.ts'
import { findSignedInShopper } from '../storefront/form/signed-in-shopper.ts'
import type { LoadedContent } from '../storefront/host/storefront-content.ts'
import { readStore } from '../storefront/page/read-store.ts'
import { renderStorePage, type Storefront, sendPrivatePage } from '../storefront/page/serve-page.ts'
import { readEntries } from './cart-entries.ts'
import { changeCart } from './change-cart.ts'
import { loadCartSuggestions } from './load-cart-suggestions.ts'
import { type CheckoutCart, loadCheckout } from './load-checkout.ts'
import { loadRemovedLine } from './removed-line.ts'

const { path } = storefrontForms.cart

/**
 * Serves the cart of a shopper, which a random token in a cookie opens for 30 days. The first product
 * sets the cookie.
 */
export function serveCart(storefront: Storefront) {
  const { app, server } = storefront
  server.get(path, async (request, reply) => {
    const { page, cart } = await renderCart(storefront, {
      host: request.storefrontHost,
      request,
      state: emptyFormState,
      status: 200,
    })
    const { token, count = '0' } = readCartCookies(request)
    if (token && !cart) clearCartCookies(reply)
    else if (cart && String(cart.unitCount) !== count) setCartCount(reply, cart.unitCount)
    return sendPrivatePage(request, reply.header('x-robots-tag', 'noindex'), page)
  })
  serveForm(storefront, storefrontForms.cart, {
    async handle({ fields, host, request, reply }) {
      // As at the checkout, so that codes cannot be guessed here either.
      if (fields.intent === 'code')
        await consumeRateLimit(app, 'checkout', { source: request.ip, target: host.storeId })
      const { token } = readCartCookies(request)
      const newToken = createCartToken()
      const { nextPath, savedCart } = await readStore(app, host, async tx => ({
        nextPath: await changeCart(tx, fields, { token, newToken }),
        savedCart: await findCart(tx, [token, newToken]),
      }))
      if (savedCart) setCartCookies(reply, savedCart.token, savedCart.cart.unitCount)
      return nextPath
    },
    render: async rejected => (await renderCart(storefront, rejected)).page,
  })
}

/** Returns the first cart that exists, with its token. */
async function findCart(tx: Tx, tokens: readonly (string | undefined)[]) {
  for (const token of tokens) {
    const cart = token === undefined ? undefined : await loadCart(tx, token)
    if (token !== undefined && cart) return { token, cart }
  }
  return undefined
}

/** The script requests the content only, which it shows beside other pages. */
const isContentRequest = ({ headers }: FastifyRequest) => headers['x-content-only'] !== undefined

async function renderCart(storefront: Storefront, { host, request, state, status }: RejectedForm) {
  const { token } = readCartCookies(request)
  const shopper = await findSignedInShopper(storefront.app, request)
  let cart: StorefrontCart | undefined
  const page = await renderStorePage(
    storefront,
    host,
    async ({ tx, sections }): Promise<LoadedContent> => {
      cart = token === undefined ? undefined : await loadCart(tx, token)
      const shownCart = cart ?? emptyCart
      const [{ discount, delivery }, suggestions, removedLine] = await Promise.all([
        token === undefined || !cart ? nothingPriced : loadPrices(tx, { token, shopper }),
        loadCartSuggestions(tx, shownCart.lines),
        loadRemovedLine(tx, request.query, shownCart),
      ])
      return {
        content: {
          kind: 'cart',
          cart: shownCart,
          discount,
          delivery,
          suggestions,
          removedLine,
          rules: sections.checkout,
          form: state,
        },
        head: { title: '', description: '', canonicalPath: path },
        status,
      }
    },
    { isContentOnly: isContentRequest(request) },
  )
  return { page, cart }
}

type CartPrices = {
  discount: StorefrontCartDiscount | null
  delivery: StorefrontCartDelivery | null
}
const nothingPriced: CartPrices = { discount: null, delivery: null }

/**
 * Returns the discounts and the delivery of the checkout, so that the cart does not show others. Its
 * prices are those of the products, also for shoppers without tax.
 */
async function loadPrices(tx: Tx, { token, shopper }: CheckoutCart): Promise<CartPrices> {
  const entries = { ...shopper?.entries, ...(await readEntries(tx, token)), vatId: undefined }
  const taxedShopper = shopper && { ...shopper, isTaxExempt: false }
  const checkout = await loadCheckout(tx, { token, shopper: taxedShopper }, entries)
  if (!checkout) return nothingPriced
  const { discounts, discountTotal } = checkout
  // The cart has no field for the email that a code of certain customers needs.
  const discountProblem =
    checkout.discountProblem === 'discount_for_other_customers' && !entries.email
      ? null
      : checkout.discountProblem
  const { country, countries, shippingOptions, excludedItems, freeDeliveryFrom } = checkout
  const { postalCode = '' } = entries
  const isUsualCountry = !entries.country
  return {
    discount: { discounts, discountTotal, discountProblem, code: entries.code ?? '' },
    delivery:
      checkout.delivery === 'none'
        ? null
        : {
            country,
            isUsualCountry,
            countries,
            postalCode,
            shippingOptions,
            excludedItems,
            freeDeliveryFrom,
          },
  }
}
