import { maxCartLines, maxCartQuantity } from '#contract/storefront/storefront-cart.ts'
import {
  type CartFields,
  emptyFormState,
  storefrontForms,
} from '#contract/storefront/storefront-form.ts'
import type {
  StorefrontCart,
  StorefrontCartDiscount,
} from '#contract/storefront/storefront-order.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { hashToken } from '../lib/security/hash-token.ts'
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
import { readEntries, storeEntries } from './cart-entries.ts'
import { type CheckoutCart, loadCheckout } from './load-checkout.ts'

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
      const savedCart = await readStore(app, host, async tx => {
        await changeCart(tx, fields, { token, newToken })
        return findCart(tx, [token, newToken])
      })
      if (savedCart) setCartCookies(reply, savedCart.token, savedCart.cart.unitCount)
      return path
    },
    render: async rejected => (await renderCart(storefront, rejected)).page,
  })
}

type CartTokens = { token: string | undefined; newToken: string }

/** @throws Problem 409 if the variant cannot be bought or the line is not in the cart */
async function changeCart(tx: Tx, fields: CartFields, { token, newToken }: CartTokens) {
  const hash = token === undefined ? null : hashToken(token)
  switch (fields.intent) {
    case 'add':
      return throwProblem(
        await tx<CodeRow[]>`
        select add_to_cart(${hash}, ${hashToken(newToken)}, ${fields.variant},
          ${fields.quantity}, ${maxCartQuantity}, ${maxCartLines}) as code`,
      )
    case 'change':
      return throwProblem(
        await tx<CodeRow[]>`
        select change_cart_line(${hash}, ${fields.line}, ${fields.quantity}) as code`,
      )
    case 'remove':
      return void (await tx`select remove_cart_line(${hash}, ${fields.line})`)
    case 'note':
      return void (await tx`select set_cart_note(${hash}, ${fields.note.replaceAll('\r\n', '\n')})`)
    case 'code':
      if (token !== undefined) {
        const entries = await readEntries(tx, token)
        await storeEntries(tx, token, { ...entries, code: fields.code })
      }
  }
}

type CodeRow = {
  code: 'not_sold' | 'line_out_of_stock' | 'not_found' | 'too_many_entries' | null
}

function throwProblem([row]: readonly CodeRow[]) {
  switch (row?.code) {
    case 'not_sold':
      throw new Problem(409, 'not_sold')
    case 'line_out_of_stock':
      throw new Problem(409, 'line_out_of_stock')
    case 'not_found':
      throw createFieldProblem('line', 'not_found', {}, 409)
    case 'too_many_entries':
      throw new Problem(409, 'too_many_entries', { count: maxCartLines })
  }
}

/** Returns the first cart that exists, with its token. */
async function findCart(tx: Tx, tokens: readonly (string | undefined)[]) {
  for (const token of tokens) {
    const cart = token === undefined ? undefined : await loadCart(tx, token)
    if (token !== undefined && cart) return { token, cart }
  }
  return undefined
}

async function renderCart(storefront: Storefront, { host, request, state, status }: RejectedForm) {
  const { token } = readCartCookies(request)
  const shopper = await findSignedInShopper(storefront.app, request)
  let cart: StorefrontCart | undefined
  const page = await renderStorePage(
    storefront,
    host,
    async ({ tx, sections }): Promise<LoadedContent> => {
      cart = token === undefined ? undefined : await loadCart(tx, token)
      const discount =
        token === undefined || !cart ? null : await loadCartDiscount(tx, { token, shopper })
      return {
        content: {
          kind: 'cart',
          cart: cart ?? emptyCart,
          discount,
          rules: sections.checkout,
          form: state,
        },
        head: { title: '', description: '', canonicalPath: path },
        status,
      }
    },
  )
  return { page, cart }
}

/**
 * Returns the discounts of the checkout, so that the cart does not show others. Its prices are those of
 * the products, also for shoppers without tax.
 */
async function loadCartDiscount(
  tx: Tx,
  { token, shopper }: CheckoutCart,
): Promise<StorefrontCartDiscount | null> {
  const entries = { ...shopper?.entries, ...(await readEntries(tx, token)), vatId: undefined }
  const taxedShopper = shopper && { ...shopper, isTaxExempt: false }
  const checkout = await loadCheckout(tx, { token, shopper: taxedShopper }, entries)
  if (!checkout) return null
  const { discounts, discountTotal } = checkout
  // The cart has no field for the email that a code of certain customers needs.
  const discountProblem =
    checkout.discountProblem === 'discount_for_other_customers' && !entries.email
      ? null
      : checkout.discountProblem
  return { discounts, discountTotal, discountProblem, code: entries.code ?? '' }
}
