import type { OrderDraft, OrderHead, OrderLineDraft } from './import-order-draft.ts'
import { orderStatus } from './import-order-state.ts'

type Say = (level: 'error' | 'warn', code: string, message: string) => void

/**
 * The order with its sums brought into ours. Shopify's subtotal is after discounts, ours before them; whether tax is
 * inside the prices shows in which of the two sums gives the total. What fits neither is an adjustment, and is said.
 */
export function settleOrder(
  { netSubtotal, ...head }: OrderHead,
  lines: OrderLineDraft[],
  rows: number[],
  say: Say,
): OrderDraft {
  const subtotal = lines.reduce((sum, line) => sum + line.unitPrice * line.quantity, 0)
  const lineDiscounts = lines.reduce((sum, line) => sum + line.discount, 0)
  const net = netSubtotal ?? subtotal - Math.max(head.discountTotal, lineDiscounts)
  if (net > subtotal)
    say('warn', 'subtotal', 'The lines add up to less than the subtotal; the file’s total is kept.')
  const discountTotal = Math.max(0, subtotal - net)
  const before = subtotal - discountTotal + head.shippingTotal
  const isTaxIncluded = head.isTaxIncluded ?? (head.taxTotal > 0 && head.total === before)
  const adjustment = head.total - before - (isTaxIncluded ? 0 : head.taxTotal)
  if (adjustment !== 0)
    say(
      'warn',
      'total',
      'The sums do not add up to the total, as with tips, duties or later edits; the difference is kept as an adjustment.',
    )
  const status = head.status ?? orderStatus({ netSubtotal, ...head })
  return {
    ...head,
    status,
    lines,
    rows,
    subtotal,
    discountTotal,
    isTaxIncluded,
    adjustment,
    paidTotal: head.paidTotal ?? paidOf(head),
  }
}

function paidOf({ paymentStatus, total, refundedTotal }: Omit<OrderHead, 'netSubtotal'>): number {
  if (paymentStatus === 'unpaid' || paymentStatus === 'authorized' || paymentStatus === 'voided')
    return 0
  return Math.max(total, refundedTotal)
}
