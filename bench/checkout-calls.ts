import { request } from 'node:http'
import { runConcurrently } from './measure.ts'
import type { PreparedCall } from './measure-call.ts'
import type { LoadRequest } from './run-load.ts'

export type ShoppedVariant = { businessId: string; host: string; variant: string }
type Cart = ShoppedVariant & { cookie: string; total: string; shipping: string; payment: string }
type Servers = { appUrl: string; bareUrl: string }

const address = {
  email: 'shopper@example.com',
  name: 'Ada Verne',
  country: 'DE',
  line1: 'Quay 4',
  postalCode: '20457',
  city: 'Hamburg',
}

export const checkoutTitles = {
  'cart-add': 'add to a new cart',
  'checkout-quote': 'quote: store an address',
  'checkout-page': 'quote: checkout with rates, taxes and total',
  'checkout-place': 'place the order',
}
export type CheckoutCall = keyof typeof checkoutTitles

/**
 * Returns the requests of a call. Carts are filled before each round. An order consumes its cart, so
 * `cartCount` must be above the number of orders in a round.
 */
export function prepareCheckoutCall(
  call: CheckoutCall,
  variants: readonly ShoppedVariant[],
  { servers, cartCount }: { servers: Servers; cartCount: number },
): PreparedCall {
  const shop = new CartShop(servers.appUrl, variants)
  const isPlaced = call === 'checkout-place'
  let nr = 0
  const nextAppRequest = (): LoadRequest => {
    const requestNr = nr++
    if (call === 'cart-add') return createAddRequest(pick(variants, requestNr))
    if (isPlaced) return createPlaceRequest(shop.takeCart())
    const { host, cookie } = pick(shop.carts, requestNr)
    if (call === 'checkout-page') return createRequest('/checkout', { host, cookie })
    const fields = { intent: 'quote', ...address, line1: `Quay ${requestNr}` }
    return createRequest('/checkout', { host, cookie, fields })
  }
  const bareRequest: LoadRequest = {
    method: 'POST',
    path: `/write/${pick(variants, 0).businessId}/?bytes=0`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(address),
  }
  return {
    appCase: { url: servers.appUrl, requests: nextAppRequest },
    bareCase: { url: servers.bareUrl, requests: [bareRequest] },
    bytes: 0,
    prepare: async () => {
      if (call !== 'cart-add') await shop.fillCarts(isPlaced ? cartCount : 200)
    },
  }
}

function pick<Item>(items: readonly Item[], nr: number): Item {
  const item = items[nr % items.length]
  if (!item) throw new Error('There are no variants or carts.')
  return item
}

/** Keeps carts with an address, each with the form of its checkout. */
class CartShop {
  carts: Cart[] = []
  private readonly appUrl: string
  private readonly variants: readonly ShoppedVariant[]
  private filledCount = 0
  constructor(appUrl: string, variants: readonly ShoppedVariant[]) {
    this.appUrl = appUrl
    this.variants = variants
  }

  takeCart(): Cart {
    const cart = this.carts.pop()
    if (!cart) throw new Error('All carts were ordered. Raise --carts.')
    return cart
  }

  async fillCarts(count: number): Promise<void> {
    await runConcurrently(Math.max(0, count - this.carts.length), 4, async () => {
      this.carts.push(await this.fillCart(pick(this.variants, this.filledCount++)))
    })
  }

  private async fillCart(shopped: ShoppedVariant): Promise<Cart> {
    const { host } = shopped
    const { cookie } = await send(this.appUrl, createAddRequest(shopped))
    const fields = { intent: 'quote', ...address }
    await send(this.appUrl, createRequest('/checkout', { host, cookie, fields }))
    const { body } = await send(this.appUrl, createRequest('/checkout', { host, cookie }))
    const read = (pattern: RegExp) => pattern.exec(body)?.[1] ?? ''
    return {
      ...shopped,
      cookie,
      shipping: read(/name="shipping"[^>]*value="([^"]*)"/),
      payment: read(/name="payment"[^>]*value="([^"]*)"/),
      total: read(/name="total" value="([^"]*)"/),
    }
  }
}

const createAddRequest = ({ host, variant }: ShoppedVariant) =>
  createRequest('/cart', { host, fields: { intent: 'add', variant } })

const createPlaceRequest = ({ host, cookie, shipping, payment, total }: Cart) =>
  createRequest('/checkout', {
    host,
    cookie,
    fields: { intent: 'place', ...address, shipping, payment, total },
  })

let shopperCount = 0

/** Returns another address for each request, because the requests of an address are limited. */
function createAddress(): string {
  const nr = shopperCount++
  return [10, (nr >> 16) & 255, (nr >> 8) & 255, nr & 255].join('.')
}

const createRequest = (
  path: string,
  visit: { host: string; cookie?: string; fields?: Record<string, string> },
): LoadRequest => ({
  method: visit.fields ? 'POST' : 'GET',
  path,
  headers: {
    host: visit.host,
    'x-forwarded-for': createAddress(),
    ...(visit.cookie && { cookie: visit.cookie }),
    ...(visit.fields && { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  ...(visit.fields && { body: new URLSearchParams(visit.fields).toString() }),
})

/** Throws unless an order of a filled cart leads to the page of the order. */
export async function assertOrderIsPlaced(appUrl: string, variant: ShoppedVariant): Promise<void> {
  const shop = new CartShop(appUrl, [variant])
  await shop.fillCarts(1)
  const { location } = await send(appUrl, createPlaceRequest(shop.takeCart()))
  if (!location.startsWith('/orders/'))
    throw new Error(`The order led to "${location}" instead of its page.`)
}

/** `fetch` does not set the Host header. */
const send = (url: string, { method, path, headers, body }: LoadRequest) =>
  new Promise<{ body: string; cookie: string; location: string }>((resolve, reject) => {
    const sent = request(url + path, { method, headers }, reply => {
      const cookies = (reply.headers['set-cookie'] ?? []).map(text => text.split(';')[0])
      Array.fromAsync(reply, String).then(chunks => {
        if ((reply.statusCode ?? 500) >= 400)
          return reject(new Error(`${method} ${path} returned ${reply.statusCode}.`))
        const { location = '' } = reply.headers
        resolve({ body: chunks.join(''), cookie: cookies.join('; '), location })
      }, reject)
    })
    sent.on('error', reject).end(body)
  })
