import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { maxCartLines } from '#contract/storefront/storefront-cart.ts'
import { emptyFormState, storefrontForms } from '#contract/storefront/storefront-form.ts'
import { addLanguage } from '#contract/storefront/storefront-language.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { hashToken } from '../lib/security/hash-token.ts'
import { missingPage } from '../storefront/cache/page-cache.ts'
import { createCartToken, readCartCookies, setCartCookies } from '../storefront/form/cart-cookie.ts'
import {
  cartCodePattern,
  createCartCode,
  hashCartCode,
  openCartToken,
  sealCartToken,
} from '../storefront/form/cart-link.ts'
import { loadCart } from '../storefront/form/load-cart.ts'
import { type RejectedForm, serveForm } from '../storefront/form/serve-form.ts'
import { notFound } from '../storefront/host/storefront-content.ts'
import type { StorefrontHost } from '../storefront/host/storefront-host.ts'
import { readStore } from '../storefront/page/read-store.ts'
import {
  renderStorePage,
  type Storefront,
  sendNotFound,
  sendPrivatePage,
} from '../storefront/page/serve-page.ts'

const cartPath = storefrontForms.cart.path
/** How long a link to another device works. */
const linkDays = 7

/**
 * Serves links that copy a cart into another browser. Only a form copies it, because programs that
 * preview links also request them.
 */
export function serveCartLinks(storefront: Storefront) {
  const { app, server } = storefront
  serveForm(storefront, storefrontForms.cartShare, {
    async handle({ host, request }) {
      const { token } = readCartCookies(request)
      if (token === undefined) return cartPath
      const code = createCartCode()
      const sealedToken = sealCartToken(code, host.storeId, token)
      const [link] = await readStore(
        app,
        host,
        tx => tx<{ isCreated: boolean }[]>`
          select create_cart_link(
            ${hashToken(token)}, ${hashCartCode(code)}, ${sealedToken}, ${linkDays}) as is_created`,
      )
      return link?.isCreated ? getLinkPath(code) : cartPath
    },
    render: ({ host, state, status }) =>
      renderStorePage(storefront, host, () => ({
        content: {
          kind: 'cartLink',
          path: cartPath,
          sharedUrl: null,
          hasOtherCart: false,
          form: state,
        },
        head: { title: '', description: '', canonicalPath: '' },
        status,
      })),
  })
  server.get(storefrontForms.cartLink.path, async (request, reply) => {
    const host = request.storefrontHost
    const page = await renderLink(storefront, {
      host,
      request,
      state: emptyFormState,
      status: 200,
    })
    if (page === missingPage) return sendNotFound(storefront, request, reply)
    reply.headers({ 'x-robots-tag': 'noindex', 'referrer-policy': 'same-origin' })
    return sendPrivatePage(request, reply, page)
  })
  serveForm(storefront, storefrontForms.cartLink, {
    async handle({ host, request, reply }) {
      const opened = await readStore(app, host, async tx => {
        const token = await findToken(tx, host.storeId, getCode(request))
        if (token === undefined) throw new Problem(404, 'cart_not_found')
        return copyCart(tx, token, readCartCookies(request).token)
      })
      setCartCookies(reply, opened.token, opened.cart?.unitCount ?? 0)
      return cartPath
    },
    render: rejected => renderLink(storefront, rejected),
  })
}

const getLinkPath = (code: string) => `/cart/${code}`

const toLocalPath = (path: string, { language, languages }: StorefrontHost) =>
  addLanguage(path, language, languages)

const LinkParams = z.object({ code: z.string().regex(cartCodePattern) })
const getCode = ({ params }: FastifyRequest): string | undefined =>
  LinkParams.safeParse(params).data?.code

/** Returns the token of the cart that a link opens, or undefined after the link has expired. */
async function findToken(tx: Tx, storeId: string, code: string | undefined) {
  if (code === undefined) return undefined
  const [link] = await tx<{ sealedToken: Buffer | null }[]>`
    select read_cart_link(${hashCartCode(code)}) as sealed_token`
  return link?.sealedToken ? openCartToken(code, storeId, link.sealedToken) : undefined
}

/**
 * Copies the products into the cart of the browser, because a link can be passed on: it shows
 * neither the contact and the address nor later changes of its cart.
 * @throws Problem 409 too_many_entries if the cart would have too many lines
 */
async function copyCart(tx: Tx, token: string, ownToken: string | undefined) {
  if (ownToken === token) return { token, cart: await loadCart(tx, token) }
  const ownCart = ownToken === undefined ? undefined : await loadCart(tx, ownToken)
  const usedToken = ownToken !== undefined && ownCart ? ownToken : createCartToken()
  const [result] = await tx<{ code: 'too_many_entries' | null }[]>`
    select copy_cart(${hashToken(token)}, ${hashToken(usedToken)}, ${maxCartLines}) as code`
  if (result?.code) throw new Problem(409, 'too_many_entries', { count: maxCartLines })
  return { token: usedToken, cart: await loadCart(tx, usedToken) }
}

/** Renders the page of a link: for its own browser with the QR code, for others with a button. */
const renderLink = (storefront: Storefront, { host, request, state, status }: RejectedForm) =>
  renderStorePage(storefront, host, async ({ tx, frame }) => {
    const code = getCode(request)
    const token = await findToken(tx, host.storeId, code)
    if (code === undefined || token === undefined) return notFound
    const ownToken = readCartCookies(request).token
    const ownCart =
      ownToken === undefined || ownToken === token ? undefined : await loadCart(tx, ownToken)
    return {
      content: {
        kind: 'cartLink',
        path: getLinkPath(code),
        sharedUrl:
          ownToken === token ? frame.store.url + toLocalPath(getLinkPath(code), host) : null,
        hasOtherCart: Boolean(ownCart?.lines.length),
        form: state,
      },
      head: { title: '', description: '', canonicalPath: '' },
      status,
    }
  })
