import { z } from 'zod'
import { singleLineText } from './lib/schemas.ts'

/** The address of the page of an order. The token opens it without an account. */
export const orderPagePath = '/orders/:id/:token'

/** What a shopper can change of the shipping address. The country decides about the price. */
export const orderAddressFields = {
  name: singleLineText(120, 1),
  line1: singleLineText(200, 1),
  line2: singleLineText(200).default(''),
  postalCode: singleLineText(20).default(''),
  city: singleLineText(120, 1),
  region: singleLineText(120).default(''),
}
export const OrderAddressFields = z.object(orderAddressFields)
export type OrderAddressFields = z.infer<typeof OrderAddressFields>

/** A change of an order by its shopper. */
export const OrderPageFields = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('address') }).extend(orderAddressFields),
  z.object({ intent: z.literal('cancel') }),
  z.object({ intent: z.literal('again') }),
])
export type OrderPageFields = z.infer<typeof OrderPageFields>
