import { splitByWeight } from '#contract/order-totals.ts'
import type { OrderDraft } from './import-order-draft.ts'

export type ImportedOrderTotals = {
  subtotal: number
  discountTotal: number
  shippingTotal: number
  taxTotal: number
  total: number
  paidTotal: number
  refundedTotal: number
}
export type OrderLineTotals = { discount: number; tax: number; total: number; fulfilled: number }

const sumValues = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/**
 * The sums as a store's order must have them: they add up to the total. What did not fit, such as tips or a later edit,
 * goes with the shipping when it was paid on top and with the discount when it was taken off.
 */
export function calculateOrderTotals({
  subtotal,
  discountTotal,
  shippingTotal,
  taxTotal,
  isTaxIncluded,
  adjustment,
  paidTotal,
  refundedTotal,
}: OrderDraft): ImportedOrderTotals {
  const discount = discountTotal + Math.max(0, -adjustment)
  const shipping = shippingTotal + Math.max(0, adjustment)
  return {
    subtotal,
    discountTotal: discount,
    shippingTotal: shipping,
    taxTotal,
    total: subtotal - discount + shipping + (isTaxIncluded ? 0 : taxTotal),
    // More can never go back than came in.
    paidTotal: Math.max(paidTotal, refundedTotal),
    refundedTotal,
  }
}

/** What each line bears of discount and tax, as orders made here have it: the lines add up to the order. */
export function calculateLineTotals(
  { lines, fulfillmentStatus, isTaxIncluded }: OrderDraft,
  { discountTotal, taxTotal }: ImportedOrderTotals,
): OrderLineTotals[] {
  const amounts = lines.map(line => line.quantity * line.unitPrice)
  const lineDiscounts = lines.map((line, i) => Math.min(line.discount, amounts[i] ?? 0))
  const discountedAmounts = amounts.map((amount, i) => amount - (lineDiscounts[i] ?? 0))
  const discountShares = splitByWeight(
    Math.min(Math.max(0, discountTotal - sumValues(lineDiscounts)), sumValues(discountedAmounts)),
    discountedAmounts,
  )
  const netAmounts = discountedAmounts.map((amount, i) => amount - (discountShares[i] ?? 0))
  const taxes = splitByWeight(taxTotal, netAmounts)
  const isOrderFulfilled = fulfillmentStatus === 'fulfilled' || fulfillmentStatus === 'delivered'
  return lines.map((line, i) => {
    const [discount, tax] = [(lineDiscounts[i] ?? 0) + (discountShares[i] ?? 0), taxes[i] ?? 0]
    return {
      discount,
      tax,
      total: (netAmounts[i] ?? 0) + (isTaxIncluded ? 0 : tax),
      fulfilled: isOrderFulfilled || line.isFulfilled ? line.quantity : 0,
    }
  })
}
