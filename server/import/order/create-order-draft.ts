import type { OrderDraft, OrderHeader, OrderLineDraft } from './import-order-draft.ts'
import { deriveOrderStatus } from './import-order-status.ts'

type ReportOrderProblem = (level: 'error' | 'warn', code: string, message: string) => void

/**
 * The order with its sums brought into ours. Shopify's subtotal is after discounts, ours before them; whether tax is
 * inside the prices shows in which of the two sums gives the total. What fits neither is an adjustment, and is said.
 */
export function createOrderDraft(
  { netSubtotal, ...head }: OrderHeader,
  lines: OrderLineDraft[],
  rows: number[],
  reportProblem: ReportOrderProblem,
): OrderDraft {
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
  const lineDiscounts = lines.reduce((sum, line) => sum + line.discount, 0)
  const discountedSubtotal = netSubtotal ?? subtotal - Math.max(head.discountTotal, lineDiscounts)
  if (discountedSubtotal > subtotal)
    reportProblem(
      'warn',
      'subtotal',
      'The lines add up to less than the subtotal; the file’s total is kept.',
    )
  const discountTotal = Math.max(0, subtotal - discountedSubtotal)
  const totalBeforeTax = subtotal - discountTotal + head.shippingTotal
  const isTaxIncluded = head.isTaxIncluded ?? (head.taxTotal > 0 && head.total === totalBeforeTax)
  const adjustment = head.total - totalBeforeTax - (isTaxIncluded ? 0 : head.taxTotal)
  if (adjustment !== 0)
    reportProblem(
      'warn',
      'total',
      'The sums do not add up to the total, as with tips, duties or later edits; the difference is kept as an adjustment.',
    )
  const status = head.status ?? deriveOrderStatus({ netSubtotal, ...head })
  return {
    ...head,
    status,
    lines,
    rows,
    subtotal,
    discountTotal,
    isTaxIncluded,
    adjustment,
    paidTotal: head.paidTotal ?? estimatePaidTotal(head),
  }
}

function estimatePaidTotal({
  paymentStatus,
  total,
  refundedTotal,
}: Omit<OrderHeader, 'netSubtotal'>): number {
  if (paymentStatus === 'unpaid' || paymentStatus === 'authorized' || paymentStatus === 'voided')
    return 0
  return Math.max(total, refundedTotal)
}
