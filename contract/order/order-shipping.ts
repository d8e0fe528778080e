import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { PostalCode } from '../lib/country/address.ts'
import { Id, Money, singleLineText } from '../lib/schemas.ts'
import { VatId } from '../store/tax.ts'
import { OrderInput } from './order-input.ts'

/** A new order as far as its shipping prices depend on it. */
export const OrderShippingQuery = z.object({
  lines: z
    .array(OrderInput.shape.lines.element.pick({ variant: true, quantity: true, unitPrice: true }))
    .min(1)
    .max(200),
  country: singleLineText(2, 2),
  region: singleLineText(120).optional(),
  postalCode: PostalCode.optional(),
  customer: Id.optional(),
  vatId: VatId.optional(),
})
export type OrderShippingQuery = z.infer<typeof OrderShippingQuery>

export const OrderShipping = z.object({
  requiresShipping: z.boolean(),
  /** The cheapest first. Empty if the store does not deliver to the address. */
  options: z.array(z.object({ _id: Id, name: z.string(), price: Money })),
})
export type OrderShipping = z.infer<typeof OrderShipping>

export const orderShippingApi = defineApi('order', {
  listShippingOptions: {
    method: 'POST',
    path: '/order/shippingOptions',
    can: 'order:write',
    status: 200,
    summary: 'List the shipping rates of a new order with their prices; saves nothing',
    body: OrderShippingQuery,
    reply: OrderShipping,
  },
})
