import { z } from 'zod'
import type { Customer } from '#contract/customer/customer.ts'
import { isVatId, normalizeVatId } from '#contract/lib/country/vat-id.ts'
import { Id, Money } from '#contract/lib/schemas.ts'
import { OrderInput } from '#contract/order/order-input.ts'
import { paymentMethods } from '#contract/order/order-state.ts'
import { emptyAddress } from '../../ui/field/address-fields.tsx'

/** Converts an empty form field, which is `null`, to a missing field of the request. */
const nullToUndefined = <T extends z.ZodType>(schema: T) =>
  schema.nullish().transform(value => value ?? undefined)

const OrderFormLineSchema = OrderInput.shape.lines.element.extend({
  /** The line of an order that is edited. */
  line: Id.optional(),
  unitPrice: Money,
  discount: nullToUndefined(Money),
})
export const OrderFormSchema = OrderInput.extend({
  lines: z.array(OrderFormLineSchema).min(1).max(200),
  discountTotal: nullToUndefined(Money),
  shippingTotal: nullToUndefined(Money),
  paidWith: nullToUndefined(z.enum(paymentMethods)),
  hasSameBilling: z.boolean(),
  /** Whether the customer gets an email about the edit of an order. */
  isNotified: z.boolean().optional(),
})
export type OrderFormValues = z.input<typeof OrderFormSchema>
export type OrderFormOutput = z.output<typeof OrderFormSchema>

export const emptyBuyer = { name: '', email: '', phone: '', company: '', vatId: '' }
export const emptyOrder: OrderFormValues = {
  customer: emptyBuyer,
  lines: [],
  shippingAddress: emptyAddress,
  billingAddress: emptyAddress,
  hasSameBilling: true,
  shippingMethod: '',
  shippingTotal: null,
  discountTotal: null,
  discountCode: '',
  automaticDiscounts: true,
  note: '',
  customerNote: '',
  tags: [],
  source: 'manual',
  paidWith: null,
}

/** Returns the values of an order that come from its customer. */
export const toOrderCustomerValues = ({ _id, name, email, phone, address }: Customer) => ({
  customer: { _id, name, email, phone },
  shippingAddress: { ...emptyAddress, ...address, name: address.name || name },
})

/** The form of an order whose items are edited. Its customer and addresses are not checked again. */
export const OrderItemsFormSchema = OrderFormSchema.extend({
  customer: z.custom<OrderFormValues['customer']>(),
  shippingAddress: z.custom<OrderFormValues['shippingAddress']>(),
  billingAddress: z.custom<OrderFormValues['billingAddress']>(),
})

export const toOrderInput = ({
  hasSameBilling,
  isNotified: _,
  ...order
}: OrderFormOutput): OrderInput => ({
  ...order,
  ...(hasSameBilling && order.shippingAddress && { billingAddress: order.shippingAddress }),
})

/** Returns the VAT ID of the customer once it is complete. */
export function getValidVatId(customer: OrderFormValues['customer']): string | undefined {
  const vatId = normalizeVatId(customer?.vatId ?? '')
  return isVatId(vatId) ? vatId : undefined
}
