import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { productApi } from '#contract/product/product.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import { storeApi } from '#contract/store/store.ts'
import { samplePassword } from '../test-sample.ts'
import type { TestApp } from '../testing.ts'
import { testAddress } from './test-address.ts'
import { Shopper } from './test-shopper.ts'

/** Launches the store of the owner with a shipping zone and a payment method. */
export async function openTestCheckout(t: TestApp) {
  await t.call('owner', storeApi.update, {
    params: { id: t.people.owner.storeId },
    body: { data: { status: 'live', languages: ['de'], address: { country: 'DE' } } },
  })
  const rate = { _id: crypto.randomUUID(), name: 'Standard', kind: 'flat' as const }
  await t.call('owner', shippingApi.create, {
    body: {
      name: 'Germany',
      destinations: [{ country: 'DE', regions: [], postalCodes: [] }],
      rates: [
        {
          ...rate,
          steps: [{ from: 0, price: 490 }],
          freeFrom: null,
          minDays: null,
          maxDays: null,
          enabled: true,
        },
      ],
    },
  })
  await t.call('owner', paymentMethodApi.create, {
    body: {
      kind: 'bank_transfer',
      name: 'Bank transfer',
      instructions: 'IBAN <b>DE00</b>',
      password: samplePassword,
    },
  })
}

type TestOrder = {
  /** The path of the order's page. */
  path: string
  id: string
  product: { _id: string; variant: string }
  shopper: Shopper
}

/** Places an order of two units with the forms of the storefront. */
export async function placeTestOrder(
  t: TestApp,
  { title = 'Blue teapot', withdrawalException = 'none', ...changes }: Record<string, string> = {},
): Promise<TestOrder> {
  const { body } = await t.call('owner', productApi.create, {
    body: { title, price: 2490, stock: 5, status: 'active', withdrawalException },
  })
  const { _id, variants } = body.data
  const product = { _id, variant: variants[0]._id }
  const shopper = new Shopper(t)
  await shopper.send({ intent: 'add', variant: product.variant, quantity: '2' })
  const page = await shopper.open('/checkout')
  const read = (pattern: RegExp) => pattern.exec(page.body)?.[1] ?? ''
  const reply = await shopper.send(
    {
      intent: 'place',
      ...testAddress,
      shipping: read(/name="shipping"[^>]*checked=""[^>]*value="([^"]*)"/),
      payment: read(/name="payment"[^>]*checked=""[^>]*value="([^"]*)"/),
      total: read(/name="total" value="([^"]*)"/),
      ...changes,
    },
    { url: '/checkout' },
  )
  const path = String(reply.headers.location)
  const [, id = ''] = /\/orders\/([^/]+)\//.exec(path) ?? []
  if (!id) throw new Error(`The order was not placed: ${reply.statusCode} ${reply.body}`)
  return { path, id, product, shopper }
}
