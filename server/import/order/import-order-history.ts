import { paymentMethods } from '#contract/order-state.ts'
import type { OrderDraft } from './import-order-draft.ts'
import type { ImportedOrderTotals } from './import-order-totals.ts'

type ImportPaymentMethod = (typeof paymentMethods)[number]

const paymentMethodPatterns: readonly [RegExp, ImportPaymentMethod][] = [
  [/\bcod\b|cash on delivery/i, 'cod'],
  [/cash/i, 'cash'],
  [/bank|transfer|wire|sepa/i, 'bank'],
  [/paypal|wallet|apple pay|google pay|amazon/i, 'wallet'],
  [/card|stripe|shopify|visa|mastercard|amex|bogus/i, 'card'],
]
/** Returns the payment method for the name that a payment service uses. */
export const detectPaymentMethod = (paymentText: string): ImportPaymentMethod =>
  paymentMethods.find(method => method === paymentText) ??
  paymentMethodPatterns.find(([pattern]) => pattern.test(paymentText))?.[1] ??
  'other'

/** Returns the latest known time of the order, because files have no time for refunds. */
const estimateRefundTime = ({ cancelledAt, fulfilledAt, paidAt, placedAt }: OrderDraft) =>
  [cancelledAt, fulfilledAt, paidAt, placedAt].toSorted().at(-1) ?? placedAt

export function listImportedPayments(
  draft: OrderDraft,
  { paidTotal, refundedTotal }: ImportedOrderTotals,
) {
  const method = detectPaymentMethod(draft.paymentMethod)
  const note = method === draft.paymentMethod ? '' : draft.paymentMethod
  return [
    ...(paidTotal > 0
      ? [
          {
            kind: 'payment' as const,
            method,
            amount: paidTotal,
            reference: draft.paymentReference,
            note,
            at: draft.paidAt || draft.placedAt,
          },
        ]
      : []),
    ...(refundedTotal > 0
      ? [
          {
            kind: 'refund' as const,
            method,
            amount: refundedTotal,
            reference: '',
            note: '',
            at: estimateRefundTime(draft),
          },
        ]
      : []),
  ]
}

type ImportedOrderEvent = { type: string; at: string; data: Record<string, string | number> }

/**
 * Returns the past events of an order, oldest first, and its import. They have no actor, because
 * files name none.
 */
export function listImportedEvents(
  draft: OrderDraft,
  totals: ImportedOrderTotals,
): ImportedOrderEvent[] {
  const {
    placedAt,
    paidAt,
    fulfilledAt,
    cancelledAt,
    status,
    adjustment,
    discountCode,
    source,
    externalId,
  } = draft
  const method = detectPaymentMethod(draft.paymentMethod)
  const hasShipped = ['shipped', 'delivered', 'completed', 'returned'].includes(status)
  const pastEvents: ImportedOrderEvent[] = [
    { type: 'created', at: placedAt, data: { source: source || 'import', total: totals.total } },
    ...(totals.paidTotal > 0
      ? [
          {
            type: 'payment_recorded',
            at: paidAt || placedAt,
            data: { amount: totals.paidTotal, method },
          },
        ]
      : []),
    ...(hasShipped
      ? [
          {
            type: 'status_changed',
            at: fulfilledAt || placedAt,
            data: { from: 'confirmed', to: status },
          },
        ]
      : []),
    ...(status === 'cancelled'
      ? [
          {
            type: 'status_changed',
            at: cancelledAt || placedAt,
            data: { from: 'pending', to: status },
          },
        ]
      : []),
    ...(totals.refundedTotal > 0
      ? [
          {
            type: 'refunded',
            at: estimateRefundTime(draft),
            data: { amount: totals.refundedTotal, method },
          },
        ]
      : []),
  ]
  const importedData = {
    ...(externalId && { externalId }),
    ...(discountCode && { discountCode }),
    ...(adjustment !== 0 && { adjustment }),
  }
  return [
    ...pastEvents.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    { type: 'imported', at: new Date().toISOString(), data: importedData },
  ]
}
