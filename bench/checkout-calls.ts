import type { FakeProviders } from '../server/testing/provider/start-fake-providers.ts'
import { testAddress } from '../server/testing/subject/test-address.ts'
import {
  CartShop,
  createAddRequest,
  createPlaceRequest,
  createRequest,
  pick,
  type ShoppedVariant,
  send,
} from './load/cart-shop.ts'
import { PaidPayments } from './load/paid-payments.ts'
import type { LoadRequest } from './load/run-load.ts'
import type { PreparedCall } from './measure/measure-call.ts'

export const checkoutCalls = [
  { name: 'cart-add', title: 'add to a new cart' },
  { name: 'checkout-quote', title: 'quote: store an address' },
  { name: 'checkout-page', title: 'quote: checkout with rates, taxes and total' },
  { name: 'checkout-place', title: 'place the order' },
  { name: 'payment-settle', title: 'settle: from the webhook to the paid order' },
] as const
type CheckoutCall = (typeof checkoutCalls)[number]['name']

export type CheckoutSample = {
  variants: ShoppedVariant[]
  fakes: FakeProviders
  /** The payment method of each store at the fake provider. */
  methods: Map<string, string>
}
type Servers = { appUrl: string; bareUrl: string }

/**
 * Returns the requests of a call. Carts are filled before each round. An order consumes its cart, so
 * `cartCount` must be above the number of orders in a round.
 */
export function prepareCheckoutCall(
  call: CheckoutCall,
  sample: CheckoutSample,
  { servers, cartCount }: { servers: Servers; cartCount: number },
): PreparedCall {
  const { requests, prepare } =
    call === 'payment-settle'
      ? prepareSettling(sample, servers, cartCount)
      : prepareForms(call, sample, { servers, cartCount })
  const bareRequest: LoadRequest = {
    method: 'POST',
    path: `/write/${pick(sample.variants, 0).storeId}/?bytes=0`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(testAddress),
  }
  return {
    appCase: { url: servers.appUrl, requests },
    bareCase: { url: servers.bareUrl, requests: [bareRequest] },
    bytes: 0,
    prepare,
  }
}

type Preparation = { requests: () => LoadRequest; prepare: () => Promise<void> }

function prepareSettling(
  { variants, ...provider }: CheckoutSample,
  { appUrl }: Servers,
  cartCount: number,
): Preparation {
  const payments = new PaidPayments(appUrl, variants, provider)
  return {
    requests: () => payments.createWebhookRequest(),
    prepare: () => payments.pay(cartCount),
  }
}

function prepareForms(
  call: CheckoutCall,
  { variants }: CheckoutSample,
  { servers, cartCount }: { servers: Servers; cartCount: number },
): Preparation {
  const shop = new CartShop(servers.appUrl, variants)
  const isPlaced = call === 'checkout-place'
  let nr = 0
  return {
    requests: () => {
      const requestNr = nr++
      if (call === 'cart-add') return createAddRequest(pick(variants, requestNr))
      if (isPlaced) return createPlaceRequest(shop.takeCart())
      const { host, cookie } = pick(shop.carts, requestNr)
      if (call === 'checkout-page') {
        const { headers, ...request } = createRequest('/checkout', { host, cookie })
        return { ...request, headers: { ...headers, 'accept-encoding': 'br' } }
      }
      const fields = { intent: 'quote', ...testAddress, line1: `Quay ${requestNr}` }
      return createRequest('/checkout', { host, cookie, fields })
    },
    prepare: async () => {
      if (call !== 'cart-add') await shop.fillCarts(isPlaced ? cartCount : 200)
    },
  }
}

/** Throws unless an order of a filled cart leads to the page of the order. */
export async function assertOrderIsPlaced(appUrl: string, variant: ShoppedVariant): Promise<void> {
  const shop = new CartShop(appUrl, [variant])
  await shop.fillCarts(1)
  const { location } = await send(appUrl, createPlaceRequest(shop.takeCart()))
  if (!location.startsWith('/orders/'))
    throw new Error(`The order led to "${location}" instead of its page.`)
}
