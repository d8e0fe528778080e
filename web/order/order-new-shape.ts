import { z } from 'zod'
import { Money } from '#contract/lib/schemas.ts'
import { OrderInput, paymentMethods } from '#contract/order.ts'
import { blankAddress } from '../ui/form/address-fields.tsx'

/** An empty field of a form is `null`; on the wire it is left out. */
const optional = <T extends z.ZodType>(shape: T) =>
  shape.nullish().transform(value => value ?? undefined)

const Line = OrderInput.shape.lines.element.extend({ unitPrice: Money, discount: optional(Money) })
export const OrderNewShape = OrderInput.extend({
  lines: z.array(Line).min(1).max(200),
  discountTotal: optional(Money),
  shippingTotal: optional(Money),
  paid: optional(z.enum(paymentMethods)),
  hasSameBilling: z.boolean(),
})
export type OrderNewValues = z.input<typeof OrderNewShape>
export type OrderNewChecked = z.output<typeof OrderNewShape>

export const blankOrder: OrderNewValues = {
  customer: { name: '', email: '', phone: '' },
  lines: [],
  shippingAddress: blankAddress,
  billingAddress: blankAddress,
  hasSameBilling: true,
  shippingMethod: '',
  shippingTotal: null,
  discountTotal: null,
  note: '',
  customerNote: '',
  tags: [],
  source: 'manual',
  paid: null,
}

export const bodyOf = ({ hasSameBilling, ...order }: OrderNewChecked): OrderInput => ({
  ...order,
  ...(hasSameBilling && order.shippingAddress && { billingAddress: order.shippingAddress }),
})
