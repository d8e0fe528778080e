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
  unsoldTotal: number
}
export type OrderLineTotals = {
  discount: number
  tax: number
  total: number
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
  refundedOverpayment,
  unsoldTotal,
}: OrderDraft): ImportedOrderTotals {
  const discount = discountTotal + Math.max(0, -adjustment)
  const shipping = shippingTotal + Math.max(0, adjustment)
  const total = subtotal - discount + shipping + (isTaxIncluded ? 0 : taxTotal)
  return {
    subtotal,
    discountTotal: discount,
    shippingTotal: shipping,
    taxTotal,
    total,
    // A refund can't exceed the paid amount.
    paidTotal: Math.max(paidTotal, refundedTotal),
    refundedTotal,
    refundedOverpayment: Math.min(refundedOverpayment, refundedTotal),
    unsoldTotal: Math.min(unsoldTotal, total),
  }
}

/**
 * Returns the share of each line in the discount and the tax. The shares add up to the amounts of
 * the order.
 */
export function calculateLineTotals(
  { lines, isTaxIncluded }: OrderDraft,
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
  return lines.map((_, i) => {
    const [discount, tax] = [(lineDiscounts[i] ?? 0) + (discountShares[i] ?? 0), taxes[i] ?? 0]
    return {
      discount,
      tax,
      total: (netAmounts[i] ?? 0) + (isTaxIncluded ? 0 : tax),
    }
  })
}
