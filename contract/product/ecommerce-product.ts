import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, Money } from '../lib/schemas.ts'
import { ProductListQuery } from './product.ts'

export const ecommerceProductsPerPage = 9

/** A product with the fields that the specification names under `/apps/ecommerce`. */
export const EcommerceProduct = z.object({
  _id: Id,
  name: z.string(),
  slug: z.string(),
  /** The vendor. */
  brand: z.string(),
  /** The lowest price of the variants. */
  price: Money,
  image: z.string(),
  /** The average of the approved reviews, with one decimal; null without reviews. */
  rating: z.number().nullable(),
  /** Whether a delivery of one unit within the country of the store is free, or none is needed. */
  hasFreeShipping: z.boolean(),
})
export type EcommerceProduct = z.infer<typeof EcommerceProduct>

export const ecommerceProductApi = defineApi('product', {
  listEcommerceProducts: {
    method: 'GET',
    path: '/apps/ecommerce',
    can: 'product:read',
    allowsReplica: true,
    summary: 'List products with rating and free shipping, 9 per page by default',
    query: ProductListQuery,
    items: EcommerceProduct,
  },
})
