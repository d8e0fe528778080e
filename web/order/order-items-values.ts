import { sum } from '#contract/lib/sum.ts'
import type { Order } from '#contract/order/order.ts'
import type { VariantChoice } from '#contract/order/order-filter.ts'
import type { OrderItemsEdit } from '#contract/order/order-item.ts'
import { emptyOrder, type OrderFormOutput, type OrderFormValues } from './new/order-form-schema.ts'

/** A form shows an empty field instead of zero. */
const toAmount = (value: number) => (value === 0 ? null : value)

/** Returns the form values of an order whose items are edited. */
export function toItemsFormValues(order: Order): OrderFormValues {
  const { customer, lines, discounts, enteredDiscount } = order
  const lineDiscounts = lines.map(line => getEnteredDiscount(order, line))
  const discountByStore = order.discountTotal - sum(lineDiscounts) - (enteredDiscount ?? 0)
  const freeShipping = Math.max(sum(discounts.map(({ amount }) => amount)) - discountByStore, 0)
  return {
    ...emptyOrder,
    isNotified: true,
    customer: { ...customer, _id: customer._id ?? undefined },
    shippingAddress: order.shippingAddress,
    billingAddress: order.billingAddress,
    source: order.source === 'pos' || order.source === 'phone' ? order.source : 'manual',
    lines: lines.map(({ _id, variant, quantity, unitPrice }, i) => ({
      line: _id,
      // The id of the line replaces that of a deleted variant.
      variant: variant ?? _id,
      quantity,
      unitPrice,
      discount: toAmount(lineDiscounts[i] ?? 0),
    })),
    discountTotal: toAmount(enteredDiscount ?? 0),
    discountCode: discounts.find(({ code }) => code !== '')?.code ?? '',
    automaticDiscounts: order.automaticDiscounts || discounts.some(({ code }) => code === ''),
    shippingMethod: order.shippingMethod,
    shippingTotal: toAmount(order.shippingTotal + freeShipping),
  }
}

/** Orders of earlier versions have only the whole discount, without those of the store. */
const getEnteredDiscount = (
  { discounts }: Order,
  { enteredDiscount, discount }: Order['lines'][number],
) => enteredDiscount ?? (discounts.length === 0 ? discount : 0)

/** Returns the lines of the order as choices, for products that were deleted. */
export const toLineChoices = ({ lines }: Order): VariantChoice[] =>
  lines.map(line => ({
    _id: line.variant ?? line._id,
    product: line.product ?? line._id,
    title: line.title,
    variantTitle: line.variantTitle,
    isDraft: false,
    sku: line.sku,
    image: line.image,
    price: line.unitPrice,
    stock: 0,
    trackStock: false,
    allowBackorder: false,
    taxClass: null,
  }))

export const toItemsEdit = ({
  lines,
  ...values
}: OrderFormOutput): Omit<OrderItemsEdit, 'version'> => ({
  lines: lines.map(({ line, variant, ...rest }) =>
    line ? { line, ...rest } : { variant, ...rest },
  ),
  shippingMethod: values.shippingMethod,
  shippingTotal: values.shippingTotal,
  discountTotal: values.discountTotal,
  discountCode: values.discountCode,
  automaticDiscounts: values.automaticDiscounts,
  isNotified: values.isNotified,
})
