import { z } from 'zod'
import { Id, singleLineText } from './lib/schemas.ts'

/** How a product is delivered and taxed. */
export const ProductCheckout = z.object({
  /** False for downloads, services and gift cards: their orders need no delivery. */
  requiresShipping: z.boolean(),
  /** One of the classes of goods in the shipping settings. */
  shippingClass: singleLineText(60),
  /** If null, the standard class of the store. */
  taxClass: Id.nullable(),
})
