import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { asciiCodeText, Id, Money } from '../lib/schemas.ts'
import { normalizeEmail } from '../lib/text/email.ts'
import { DiscountProblem } from '../product/discount.ts'
import { OrderInput } from './order-input.ts'
import { OrderDiscount } from './order-part.ts'

/** A new or edited order as far as its discounts depend on it. */
const OrderDiscountQuery = OrderInput.pick({
  shippingTotal: true,
  discountCode: true,
  automaticDiscounts: true,
}).extend({
  lines: z
    .array(OrderInput.shape.lines.element.required({ unitPrice: true }))
    .min(1)
    .max(200),
  customer: Id.optional(),
  email: asciiCodeText(254).overwrite(normalizeEmail).optional(),
  /** The order that is edited. Its own uses of discounts do not count. */
  order: Id.optional(),
})

/** The reductions of a new order, in addition to those that the seller enters. */
export const OrderReduction = z.object({
  lines: z.array(Money),
  /** The part of the shipping price that the customer does not pay. */
  shipping: Money,
  discounts: z.array(OrderDiscount),
  /** The reason why the code does not reduce the order. */
  problem: DiscountProblem.nullable(),
})
export type OrderReduction = z.infer<typeof OrderReduction>

export const orderDiscountApi = defineApi('order', {
  quoteDiscounts: {
    method: 'POST',
    path: '/order/quoteDiscounts',
    can: 'order:write',
    status: 200,
    summary: 'Calculate the discounts of a new or edited order; saves nothing',
    body: OrderDiscountQuery,
    reply: OrderReduction,
  },
})
