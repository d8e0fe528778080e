import type { Page } from '#contract/lib/call/api.ts'
import {
  type EcommerceProduct,
  ecommerceProductsPerPage,
} from '#contract/product/ecommerce-product.ts'
import type { ProductListQuery, ProductListRow } from '#contract/product/product.ts'
import type { Tx } from '../lib/db/db.ts'
import { runBatch } from '../lib/db/query-batch.ts'
import { loadStoreShipping, type StoreShipping } from '../shipping/rule/load-store-shipping.ts'
import { findShippingRates } from '../shipping/rule/shipping-rates.ts'
import { listProducts, readProducts } from './product-list.ts'

type ShippedProduct = {
  id: string
  requiresShipping: boolean
  shippingClass: string
  /** The weight of the variant with the lowest price, in grams. */
  weight: number
  rating: number | null
  storeCountry: string
}

/** Returns a page of the product list, with the rating and whether the delivery is free. */
export async function listEcommerceProducts(
  tx: Tx,
  query: ProductListQuery,
  storeId: string,
): Promise<Page<EcommerceProduct>> {
  const request = { ...query, perPage: query.perPage ?? ecommerceProductsPerPage }
  const { items, meta } =
    (await runBatch(listProducts(tx, request, storeId))) ??
    (await readProducts(tx, request, storeId))
  const [shipping, shippedProducts] = await Promise.all([
    loadStoreShipping(tx),
    loadShippedProducts(
      tx,
      items.map(({ _id }) => _id),
    ),
  ])
  const products = new Map(shippedProducts.map(product => [product.id, product]))
  const toRow = ({ _id, title, slug, vendor, price, image }: ProductListRow) => {
    const product = products.get(_id)
    return {
      _id,
      name: title,
      slug,
      brand: vendor,
      price,
      image,
      rating: product?.rating ?? null,
      hasFreeShipping: product !== undefined && hasFreeShipping(shipping, product, price),
    }
  }
  return { items: items.map(toRow), meta }
}

const loadShippedProducts = (tx: Tx, ids: readonly string[]) => tx<ShippedProduct[]>`
  select p.id, p.requires_shipping, p.shipping_class,
    coalesce((
      select v.weight from variant v where v.store_id = p.store_id and v.product_id = p.id
      order by v.price, v.id limit 1), 0) as weight,
    (select round(avg(r.rating), 1)::double precision from review r
      where r.store_id = p.store_id and r.product_id = p.id and r.status = 'approved') as rating,
    coalesce(s.address ->> 'country', '') as store_country
  from product p join store s on s.id = p.store_id
  where p.id = any (${ids}::uuid[])`

function hasFreeShipping(
  { zones }: StoreShipping,
  { requiresShipping, shippingClass, weight, storeCountry }: ShippedProduct,
  price: number,
): boolean {
  if (!requiresShipping) return true
  const criteria = { country: storeCountry, region: '', postalCode: '', weight, total: price }
  const classes = shippingClass ? [shippingClass] : []
  return findShippingRates(zones, { ...criteria, classes }).some(
    rate => !rate.isPickup && rate.price === 0,
  )
}
