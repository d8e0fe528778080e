import type { APIRequestContext } from '@playwright/test'
import { type CheckoutField, checkoutFieldKinds } from '#contract/cms/checkout-settings.ts'
import { cmsApi } from '#contract/cms/cms.ts'
import { searchRuleApi } from '#contract/cms/search-rule.ts'
import { orderApi } from '#contract/order/order.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { paymentMethodApi } from '#contract/payment/payment-method.ts'
import { discountApi } from '#contract/product/discount.ts'
import { productApi } from '#contract/product/product.ts'
import { reviewApi } from '#contract/product/review.ts'
import { shippingApi } from '#contract/store/shipping.ts'
import type { Seller } from '../test-seller.ts'
import { takeTexts } from './take-hostile-texts.ts'

/** Fills everything that the cart, the checkout and the search show of a seller. */
export async function fillHostileCheckout(seller: Seller, product: string) {
  const [zone] = await seller.send(shippingApi.list)
  const [rate] = zone?.rates ?? []
  if (!zone || !rate) throw new Error('A new store has no shipping rate.')
  const createRate = () => ({
    ...rate,
    _id: crypto.randomUUID(),
    name: takeTexts(60),
    freeFrom: 900_000,
    minDays: 1,
    maxDays: 3,
  })
  await seller.send(shippingApi.update, {
    params: { id: zone._id },
    body: { name: takeTexts(60), rates: [createRate(), createRate()] },
  })
  await seller.send(paymentMethodApi.create, {
    body: {
      kind: 'bank_transfer',
      name: takeTexts(60),
      instructions: takeTexts(1000),
      accountHolder: takeTexts(70),
      transferReference: takeTexts(100),
      password: seller.password,
    },
  })
  await seller.send(discountApi.create, {
    body: { name: takeTexts(80), kind: 'percentage', percentage: 10 },
  })
  await seller.send(cmsApi.update, {
    body: {
      checkout: {
        fields: checkoutFieldKinds.map(createField),
        trustLine: takeTexts(200),
        buttonNote: takeTexts(1000),
        thankYou: takeTexts(1000),
        returnAddress: takeTexts(500),
        termsRequired: true,
      },
    },
  })
  await seller.send(searchRuleApi.create, {
    body: {
      terms: ['cups', ...Array.from({ length: 9 }, () => takeTexts(60))],
      pinnedProducts: [product],
    },
  })
}

const createField = (kind: CheckoutField['kind'], index: number): CheckoutField => ({
  slot: index + 1,
  label: takeTexts(120),
  kind,
  required: false,
  shownFor: 'all',
  choices: kind === 'select' ? `${takeTexts(300)}\n${takeTexts(300)}` : '',
})

/** A shopper reviews a product of a delivered order, and the seller answers. Returns the order. */
export async function addHostileReview(
  seller: Seller,
  http: APIRequestContext,
  product: string,
): Promise<{ id: string; pageUrl: string }> {
  const { variants } = await seller.send(productApi.get, { params: { id: product } })
  const { _id: id } = await seller.send(orderApi.create, {
    body: {
      customer: { name: takeTexts(120), email: 'ada@example.com' },
      lines: [{ variant: variants[0]?._id ?? '', quantity: 1 }],
      shippingAddress: {
        name: takeTexts(120),
        line1: takeTexts(200),
        postalCode: '20457',
        city: takeTexts(120),
        country: 'DE',
      },
      paidWith: 'cash',
    },
  })
  for (const status of ['shipped', 'delivered'] as const)
    await seller.send(orderApi.updateStatus, { params: { id }, body: { status } })
  const { url } = await seller.send(orderPaymentLinkApi.getPageUrl, { params: { id } })
  const pageUrl = url ?? ''
  const { host, pathname } = new URL(pageUrl)
  await http.post(`${pathname}/review`, {
    headers: { host },
    form: {
      product,
      rating: 4,
      title: takeTexts(120),
      text: takeTexts(4000),
      name: takeTexts(60),
    },
    maxRedirects: 0,
  })
  const { items } = await seller.send(reviewApi.list, { query: { product } })
  const params = { id: items[0]?._id ?? '' }
  await seller.send(reviewApi.reply, { params, body: { reply: takeTexts(2000) } })
  await seller.send(reviewApi.updateStatus, { params, body: { status: 'approved' } })
  return { id, pageUrl }
}
