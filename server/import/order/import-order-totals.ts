import { splitByWeight } from '#contract/order/order-totals.ts'
import type { OrderDraft } from './import-order-draft.ts'

export type ImportedOrderTotals = {
  subtotal: number
  discountTotal: number
  shippingTotal: number
  taxTotal: number
  total: number
  paidTotal: number
  refundedTotal: number
  refundedOverpayment: number
}
export type OrderLineTotals = {
  discount: number
  tax: number
  total: number
  fulfilledQuantity: number
}

const sumValues = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

/**
 * Returns amounts that add up to the total, as orders of a store do. A positive adjustment, such as
 * tips, is added to the shipping; a negative one to the discount.
 */
export function calculateImportedTotals({
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
  const total = subtotal - discount + shipping + (isTaxIncluded ? 0 : taxTotal)
  // A refund can't exceed the paid amount.
  const paid = Math.max(paidTotal, refundedTotal)
  return {
    subtotal,
    discountTotal: discount,
    shippingTotal: shipping,
    taxTotal,
    total,
    paidTotal: paid,
    refundedTotal,
    refundedOverpayment: Math.min(refundedTotal, Math.max(paid - total, 0)),
  }
}

/**
 * Returns the share of each line in the discount and the tax. The shares add up to the amounts of
 * the order.
 */
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
      fulfilledQuantity: isOrderFulfilled || line.isFulfilled ? line.quantity : 0,
    }
  })
}
