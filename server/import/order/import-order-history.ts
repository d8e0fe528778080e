import { paymentMethods } from '#contract/order/order-state.ts'
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
export const estimateRefundTime = ({ canceledAt, fulfilledAt, paidAt, placedAt }: OrderDraft) =>
  [canceledAt, fulfilledAt, paidAt, placedAt].toSorted().at(-1) ?? placedAt

export function listImportedPayments(
  draft: OrderDraft,
  { paidTotal, refundedTotal, refundedOverpayment }: ImportedOrderTotals,
  refundId?: string,
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
            overpayment: refundedOverpayment,
            ...(refundId && { refundId }),
            reference: '',
            note: '',
            at: estimateRefundTime(draft),
          },
        ]
      : []),
  ]
}

type ImportedOrderEvent = { type: string; at: string; data: Record<string, string | number> }

const shippedStatuses = ['shipped', 'delivered', 'completed', 'returned']

/**
 * Returns the past events of an order, oldest first, and its import. They have no actor, because
 * files name none.
 */
export function listImportedEvents(
  draft: OrderDraft,
  totals: ImportedOrderTotals,
): ImportedOrderEvent[] {
  const { placedAt, adjustment, discountCode, source, externalId } = draft
  const pastEvents: ImportedOrderEvent[] = [
    { type: 'created', at: placedAt, data: { source: source || 'import', total: totals.total } },
    ...listImportedPaymentEvents(draft, totals),
    ...listImportedStatusEvents(draft),
    ...listImportedRefundEvents(draft, totals),
  ]
  const importedData = {
    ...(externalId && { externalId }),
    ...(discountCode && { discountCode }),
    ...(adjustment !== 0 && { adjustment }),
  }
  return [
    ...pastEvents.toSorted(compareEvents),
    { type: 'imported', at: new Date().toISOString(), data: importedData },
  ]
}

function listImportedPaymentEvents(
  { placedAt, paidAt, paymentMethod }: OrderDraft,
  { paidTotal }: ImportedOrderTotals,
): ImportedOrderEvent[] {
  if (paidTotal <= 0) return []
  const data = { amount: paidTotal, method: detectPaymentMethod(paymentMethod) }
  return [{ type: 'payment_recorded', at: paidAt || placedAt, data }]
}

function listImportedStatusEvents({
  placedAt,
  fulfilledAt,
  canceledAt,
  status,
}: OrderDraft): ImportedOrderEvent[] {
  const type = 'status_changed'
  if (shippedStatuses.includes(status))
    return [{ type, at: fulfilledAt || placedAt, data: { from: 'confirmed', to: status } }]
  if (status === 'cancelled')
    return [{ type, at: canceledAt || placedAt, data: { from: 'pending', to: status } }]
  return []
}

function listImportedRefundEvents(
  draft: OrderDraft,
  { refundedTotal }: ImportedOrderTotals,
): ImportedOrderEvent[] {
  if (refundedTotal <= 0) return []
  const data = { amount: refundedTotal, method: detectPaymentMethod(draft.paymentMethod) }
  return [{ type: 'refunded', at: estimateRefundTime(draft), data }]
}

function compareEvents(a: ImportedOrderEvent, b: ImportedOrderEvent): number {
  if (a.at === b.at) return 0
  return a.at < b.at ? -1 : 1
}
