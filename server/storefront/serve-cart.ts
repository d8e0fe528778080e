import { maxCartLines, maxCartQuantity } from '#contract/storefront-cart.ts'
import { type CartFields, emptyFormState, storefrontForms } from '#contract/storefront-form.ts'
import type { StorefrontCart } from '#contract/storefront-order.ts'
import { createFieldProblem, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import {
  clearCartCookies,
  createCartToken,
  hashCartToken,
  readCartCookies,
  setCartCookies,
  setCartCount,
} from './cart-cookie.ts'
import { emptyCart, loadCart } from './load-cart.ts'
import { readStore } from './read-store.ts'
import { type RejectedForm, serveForm } from './serve-form.ts'
import { renderPage, type Storefront, sendPrivatePage } from './serve-page.ts'
import type { LoadedContent } from './storefront-content.ts'

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
  const hash = token === undefined ? null : hashCartToken(token)
  switch (fields.intent) {
    case 'add':
      return throwProblem(
        await tx<CodeRow[]>`
        select add_to_cart(${hash}, ${hashCartToken(newToken)}, ${fields.variant},
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
  let cart: StorefrontCart | undefined
  const page = await renderPage(storefront, host, async ({ tx }): Promise<LoadedContent> => {
    cart = token === undefined ? undefined : await loadCart(tx, token)
    return {
      content: { kind: 'cart', cart: cart ?? emptyCart, form: state },
      head: { title: '', description: '', canonicalPath: path },
      status,
    }
  })
  return { page, cart }
}
