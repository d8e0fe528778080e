import { orderApi } from '#contract/order/order.ts'
import { orderPaymentLinkApi } from '#contract/order/order-payment-link.ts'
import { productApi } from '#contract/product/product.ts'
import { storeApi } from '#contract/store/store.ts'
import { launchStore } from './launch-store.ts'
import type { Seller } from './test-seller.ts'

/** Creates a delivered order of two mugs in a launched store, and returns the URL of its page. */
export async function deliverOrder(seller: Seller): Promise<{ id: string; pageUrl: string }> {
  const { variants } = await seller.send(productApi.create, {
    body: { title: 'Stoneware mug', price: 1900, stock: 5, status: 'active' },
  })
  await seller.send(storeApi.update, {
    params: { id: seller.session.business ?? '' },
    body: { data: { languages: ['ar'] } },
  })
  await launchStore(seller)
  const { _id: id } = await seller.send(orderApi.create, {
    body: {
      customer: { name: 'Ada Verne', email: 'ada@example.com' },
      lines: [{ variant: variants[0]?._id ?? '', quantity: 2 }],
      shippingAddress: {
        name: 'Ada Verne',
        line1: 'Quay 4',
        postalCode: '20457',
        city: 'Hamburg',
        country: 'DE',
      },
      paidWith: 'cash',
    },
  })
  for (const status of ['shipped', 'delivered'] as const)
    await seller.send(orderApi.updateStatus, { params: { id }, body: { status } })
  const { url } = await seller.send(orderPaymentLinkApi.getPageUrl, { params: { id } })
  return { id, pageUrl: url ?? '' }
}
