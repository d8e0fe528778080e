import type { ReportRowProblem } from '../import-problem.ts'
import type { FileLine, OrderDraft, OrderHeader } from './import-order-draft.ts'
import { toOrderLine } from './import-order-line.ts'
import { deriveOrderStatus } from './import-order-status.ts'

/**
 * Returns the order with its amounts in Storewright's terms. Shopify's subtotal is after discounts,
 * Storewright's is before them. Whether prices include tax follows from the sum that equals the
 * total. Any other difference becomes an adjustment, with a warning.
 */
export function createOrderDraft(
  { netSubtotal, ...header }: OrderHeader,
  lines: FileLine[],
  rows: number[],
  reportProblem: ReportRowProblem,
): OrderDraft {
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
  const lineDiscounts = lines.reduce((sum, line) => sum + line.discount, 0)
  const discountedSubtotal = netSubtotal ?? subtotal - Math.max(header.discountTotal, lineDiscounts)
  if (discountedSubtotal > subtotal) reportProblem('subtotal')
  const discountTotal = Math.max(0, subtotal - discountedSubtotal)
  const totalBeforeTax = subtotal - discountTotal + header.shippingTotal
  const isTaxIncluded =
    header.isTaxIncluded ?? (header.taxTotal > 0 && header.total === totalBeforeTax)
  const adjustment = header.total - totalBeforeTax - (isTaxIncluded ? 0 : header.taxTotal)
  if (adjustment !== 0) reportProblem('total')
  const paidTotal = header.paidTotal ?? estimatePaidTotal(header)
  const status = header.status ?? deriveOrderStatus({ netSubtotal, ...header })
  return {
    ...header,
    status,
    lines: lines.map(line => toOrderLine(line, { ...header, status })),
    rows,
    subtotal,
    discountTotal,
    isTaxIncluded,
    adjustment,
    paidTotal,
    refundedOverpayment:
      header.refundedOverpayment ??
      Math.min(
        header.refundedTotal,
        Math.max(Math.max(paidTotal, header.refundedTotal) - header.total, 0),
      ),
    unsoldTotal: header.unsoldTotal ?? (status === 'returned' ? header.total : 0),
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
