import { z } from 'zod'
import { Id, singleLineText } from '../lib/schemas.ts'

/**
 * The reasons why shoppers cannot withdraw from the purchase of a product (Directive 2011/83/EU,
 * article 16).
 */
export const WithdrawalException = z.enum([
  'none',
  'customMade',
  'perishable',
  'hygiene',
  'digital',
])
export type WithdrawalException = z.infer<typeof WithdrawalException>

/** How a product is delivered and taxed, and whether shoppers can withdraw from its purchase. */
export const ProductCheckout = z.object({
  /** False for downloads, services and gift cards: their orders need no delivery. */
  requiresShipping: z.boolean(),
  /** One of the classes of goods in the shipping settings. */
  shippingClass: singleLineText(60),
  /** If null, the standard class of the store. */
  taxClass: Id.nullable(),
  withdrawalException: WithdrawalException,
})
