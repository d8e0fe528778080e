import type { DeliveryEstimation, OfferShipping } from '#contract/storefront/storefront-delivery.ts'
import type { Tx } from '../../lib/db/db.ts'
import { estimateStoreDelivery, findOfferShipping } from '../../shipping/rule/estimate-delivery.ts'
import { loadStoreShipping } from '../../shipping/rule/load-store-shipping.ts'

type GoodsRow = { variant: string; total: number; weight: number; shippingClass: string }
/** The deliveries of the variants of a product. */
export type ProductDelivery = {
  /** Returns the estimate for one unit. Null if the product needs no delivery. */
  estimate: (variant: string) => DeliveryEstimation | null
  /** By variant, for the country of the store. */
  offers: Record<string, OfferShipping>
  /** The country of the store. */
  storeCountry: string
}

export const noDelivery: ProductDelivery = { estimate: () => null, offers: {}, storeCountry: '' }

/** Loads the deliveries of a product to a country, by default that of the store. */
export async function loadProductDelivery(
  tx: Tx,
  slug: string,
  country: string | undefined,
): Promise<ProductDelivery> {
  const [storeShipping, rows] = await Promise.all([loadStoreShipping(tx), selectGoods(tx, slug)])
  const goodsByVariant = new Map(
    rows.map(({ variant, total, weight, shippingClass }) => [
      variant,
      { total, weight, classes: [shippingClass] },
    ]),
  )
  const offers = [...goodsByVariant].map(([variant, goods]) => [
    variant,
    findOfferShipping(storeShipping, goods),
  ])
  return {
    estimate: variant => {
      const goods = goodsByVariant.get(variant)
      return goods ? estimateStoreDelivery(storeShipping, goods, { country }) : null
    },
    storeCountry: storeShipping.country,
    offers: Object.fromEntries(offers.filter(([, offer]) => offer !== null)),
  }
}

const selectGoods = (tx: Tx, slug: string) => tx<GoodsRow[]>`
  select v.id as variant, v.price as total, v.weight, p.shipping_class
  from product p
  join variant v on v.store_id = p.store_id and v.product_id = p.id
  where p.store_id = current_store() and p.slug = ${slug} and p.requires_shipping`
