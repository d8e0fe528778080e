import { paymentMethods } from '#contract/order.ts'
import type { OrderDraft } from './import-order-draft.ts'
import type { Sums } from './import-order-sums.ts'

type Method = (typeof paymentMethods)[number]

const known: readonly [RegExp, Method][] = [
  [/\bcod\b|cash on delivery/i, 'cod'],
  [/cash/i, 'cash'],
  [/bank|transfer|wire|sepa/i, 'bank'],
  [/paypal|wallet|apple pay|google pay|amazon/i, 'wallet'],
  [/card|stripe|shopify|visa|mastercard|amex|bogus/i, 'card'],
]
/** The words of any payment service as one of ours. */
export const methodOf = (words: string): Method =>
  paymentMethods.find(method => method === words) ??
  known.find(([pattern]) => pattern.test(words))?.[1] ??
  'other'

/** When the money moved back is in no file; it was after everything else. */
const refundedAt = ({ cancelledAt, fulfilledAt, paidAt, placedAt }: OrderDraft) =>
  [cancelledAt, fulfilledAt, paidAt, placedAt].toSorted().at(-1) ?? placedAt

export function paymentsOf(draft: OrderDraft, { paidTotal, refundedTotal }: Sums) {
  const method = methodOf(draft.paymentMethod)
  const note = method === draft.paymentMethod ? '' : draft.paymentMethod
  return [
    ...(paidTotal > 0
      ? [
          {
            kind: 'payment',
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
            kind: 'refund',
            method,
            amount: refundedTotal,
            reference: '',
            note: '',
            at: refundedAt(draft),
          },
        ]
      : []),
  ]
}

type Event = { type: string; at: string; data: Record<string, string | number> }

/** What is known of the past, in its order, and that it was brought in. Told in nobody's name: who did it then is not known. */
export function eventsOf(draft: OrderDraft, sums: Sums): Event[] {
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
  const method = methodOf(draft.paymentMethod)
  const isSent = ['shipped', 'delivered', 'completed', 'returned'].includes(status)
  const past: Event[] = [
    { type: 'created', at: placedAt, data: { source: source || 'import', total: sums.total } },
    ...(sums.paidTotal > 0
      ? [
          {
            type: 'payment_recorded',
            at: paidAt || placedAt,
            data: { amount: sums.paidTotal, method },
          },
        ]
      : []),
    ...(isSent
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
    ...(sums.refundedTotal > 0
      ? [{ type: 'refunded', at: refundedAt(draft), data: { amount: sums.refundedTotal, method } }]
      : []),
  ]
  const brought = {
    ...(externalId && { externalId }),
    ...(discountCode && { discountCode }),
    ...(adjustment !== 0 && { adjustment }),
  }
  return [
    ...past.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)),
    { type: 'imported', at: new Date().toISOString(), data: brought },
  ]
}
