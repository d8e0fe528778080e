import { sum } from '#contract/lib/sum.ts'
import { splitByWeight } from '#contract/order/order-totals.ts'
import { getRefundedTax, getRefundTax } from '../../order/change/refund-amounts.ts'
import type { OrderDraft, OrderLineDraft } from './import-order-draft.ts'
import type { ImportedOrderTotals, OrderLineTotals } from './import-order-totals.ts'

type RefundedPart = {
  quantity: number
  amount: number
  tax: number
  disposition: 'write_off' | 'keep'
}
type ImportedRefund = {
  /** The refunded units of each line of the order. */
  lines: RefundedPart[][]
  shipping: number
  additionalAmount: number
  overpayment: number
  fee: number
  amount: number
  tax: number
}

/**
 * Returns one refund for all refunded units and shipping of an order, or undefined if only an amount was
 * refunded. The part of the refunded amount that belongs to none of them is an additional amount.
 */
export function createImportedRefund(
  draft: OrderDraft,
  totals: ImportedOrderTotals,
  lineTotals: readonly OrderLineTotals[],
): ImportedRefund | undefined {
  const lines = draft.lines.map((line, i) => splitRefundedUnits(line, lineTotals[i]))
  const shipping = Math.min(draft.refundedShipping, totals.shippingTotal)
  const { refundFee: fee } = draft
  if (lines.flat().length === 0 && shipping === 0 && fee === 0) return undefined
  const named = sum(lines.flat().map(({ amount }) => amount)) + shipping
  const additionalAmount = Math.max(0, totals.refundedTotal + fee - named)
  const overpayment = Math.min(additionalAmount, totals.refundedOverpayment)
  const refund = {
    shipping,
    additionalAmount,
    overpayment,
    fee,
    amount: named + additionalAmount - fee,
  }
  const tax = getRefundTax(
    { ...totals, paidShipping: totals.shippingTotal, shippingTax: 0 },
    { shipping: 0, additionalAmount: 0, overpayment: 0, tax: 0 },
    { ...refund, lineTax: sum(lines.flat().map(part => part.tax)) },
  )
  return { lines, ...refund, tax }
}

/** Past orders do not change the stock, so units that came back or were not shipped are written off. */
function splitRefundedUnits(
  { refundedQuantity, refundedAmount, returnedQuantity, removedQuantity }: OrderLineDraft,
  { total, tax }: OrderLineTotals = { discount: 0, tax: 0, total: 0 },
): RefundedPart[] {
  const unsold = Math.min(refundedQuantity, returnedQuantity + removedQuantity)
  const kept = refundedQuantity - unsold
  const refunded = Math.min(refundedAmount, total)
  const [unsoldAmount = 0, keptAmount = 0] =
    refundedQuantity === 0 ? [0, refunded] : splitByWeight(refunded, [unsold, kept])
  const parts: RefundedPart[] = [
    {
      disposition: 'write_off',
      quantity: unsold,
      amount: unsoldAmount,
      tax: getRefundedTax({ total, tax }, 0, unsoldAmount),
    },
    {
      disposition: 'keep',
      quantity: kept,
      amount: keptAmount,
      tax: getRefundedTax({ total, tax }, unsoldAmount, keptAmount),
    },
  ]
  return parts.filter(({ quantity, amount }) => quantity > 0 || amount > 0)
}
