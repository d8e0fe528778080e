import type { Order } from '#contract/order/order.ts'
import type { VariantChoice } from '#contract/order/order-filter.ts'
import type { OrderReturn } from '#contract/order/order-part.ts'

type PricedVariant = Pick<VariantChoice, '_id' | 'product' | 'price'>

/**
 * Returns the price of a unit that the customer gets instead of a returned one: the paid price for
 * another variant of the same product that costs the same now, so that a discount stays. Otherwise
 * the price of today. `variants` are those of the order as they are now.
 */
export function getExchangePrice(
  choice: PricedVariant,
  {
    lines,
  }: {
    lines: readonly Pick<
      Order['lines'][number],
      '_id' | 'variant' | 'quantity' | 'unitPrice' | 'discount'
    >[]
  },
  orderReturn: { lines: readonly Pick<OrderReturn['lines'][number], 'line'>[] },
  variants: readonly PricedVariant[],
): number {
  const returnedLine = lines.find(({ _id, variant: id }) => {
    const variant = variants.find(each => each._id === id)
    const isReturned = orderReturn.lines.some(({ line }) => line === _id)
    return isReturned && variant?.product === choice.product && variant.price === choice.price
  })
  if (!returnedLine) return choice.price
  const { quantity, unitPrice, discount } = returnedLine
  // A rest below the smallest unit of the currency is paid back instead of asked for.
  return Math.floor((quantity * unitPrice - discount) / quantity)
}
