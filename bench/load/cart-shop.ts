import { request } from 'node:http'
import { testAddress } from '../../server/testing/subject/test-address.ts'
import { runConcurrently } from '../measure/measure.ts'
import type { LoadRequest } from './run-load.ts'

export type ShoppedVariant = { storeId: string; host: string; variant: string }
type FilledCart = ShoppedVariant & {
  cookie: string
  total: string
  shipping: string
  payment: string
}

/** Keeps carts with an address, each with the form of its checkout. */
export class CartShop {
  carts: FilledCart[] = []
  private readonly appUrl: string
  private readonly variants: readonly ShoppedVariant[]
  private filledCount = 0
  constructor(appUrl: string, variants: readonly ShoppedVariant[]) {
    this.appUrl = appUrl
    this.variants = variants
  }

  takeCart(): FilledCart {
    const cart = this.carts.pop()
    if (!cart) throw new Error('All carts were ordered. Raise --carts.')
    return cart
  }

  async fillCarts(count: number): Promise<void> {
    await runConcurrently(Math.max(0, count - this.carts.length), 4, async () => {
      this.carts.push(await this.fillCart(pick(this.variants, this.filledCount++)))
    })
  }

  private async fillCart(shopped: ShoppedVariant): Promise<FilledCart> {
    const { host } = shopped
    const { cookie } = await send(this.appUrl, createAddRequest(shopped))
    const fields = { intent: 'quote', ...testAddress }
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

export function pick<Item>(items: readonly Item[], nr: number): Item {
  const item = items[nr % items.length]
  if (!item) throw new Error('There are no variants or carts.')
  return item
}

export const createAddRequest = ({ host, variant }: ShoppedVariant) =>
  createRequest('/cart', { host, fields: { intent: 'add', variant } })

/** Uses another payment method than that of the form if one is passed. */
export const createPlaceRequest = (
  { host, cookie, shipping, total, ...cart }: FilledCart,
  payment = cart.payment,
) =>
  createRequest('/checkout', {
    host,
    cookie,
    fields: { intent: 'place', ...testAddress, shipping, payment, total },
  })

let shopperCount = 0

/** Returns another address for each request, because the requests of an address are limited. */
export function createIpAddress(): string {
  const nr = shopperCount++
  return [10, (nr >> 16) & 255, (nr >> 8) & 255, nr & 255].join('.')
}

export const createRequest = (
  path: string,
  visit: { host: string; cookie?: string; fields?: Record<string, string> },
): LoadRequest => ({
  method: visit.fields ? 'POST' : 'GET',
  path,
  headers: {
    host: visit.host,
    'x-forwarded-for': createIpAddress(),
    ...(visit.cookie && { cookie: visit.cookie }),
    ...(visit.fields && { 'content-type': 'application/x-www-form-urlencoded' }),
  },
  ...(visit.fields && { body: new URLSearchParams(visit.fields).toString() }),
})

/** `fetch` does not set the Host header. */
export const send = (url: string, { method, path, headers, body }: LoadRequest) =>
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
