import { FulfillmentStatus, OrderStatus, PaymentStatus } from '#contract/order.ts'
import { quoted } from '../import-problem.ts'
import type { OrderRow } from './import-order-columns.ts'
import type { OrderDraft, OrderHead } from './import-order-draft.ts'

const payments: Record<string, OrderDraft['paymentStatus']> = {
  pending: 'unpaid',
  overdue: 'unpaid',
  expired: 'voided',
  authorized: 'authorized',
  partially_paid: 'partially_paid',
  paid: 'paid',
  partially_refunded: 'partially_refunded',
  refunded: 'refunded',
  voided: 'voided',
  unpaid: 'unpaid',
  overpaid: 'overpaid',
}
const fulfillments: Record<string, OrderDraft['fulfillmentStatus']> = {
  fulfilled: 'fulfilled',
  partial: 'partially_fulfilled',
  partially_fulfilled: 'partially_fulfilled',
  unfulfilled: 'unfulfilled',
  restocked: 'unfulfilled',
  pending: 'unfulfilled',
  on_hold: 'unfulfilled',
  scheduled: 'unfulfilled',
}

type States = Pick<OrderHead, 'status' | 'paymentStatus' | 'fulfillmentStatus'>

/** Our own export says all three; Shopify's says two, and `orderStatus` works out the third when the rest is read. */
export function readStates(row: OrderRow): States {
  const own = oneOf(OrderStatus.options, word(row.text('orderStatus', 40)))
  const ownPayment = oneOf(PaymentStatus.options, word(row.text('ownPayment', 40)))
  const ownFulfillment = oneOf(FulfillmentStatus.options, word(row.text('ownFulfillment', 40)))
  return {
    status: own ?? null,
    paymentStatus: ownPayment ?? payment(row),
    fulfillmentStatus: ownFulfillment ?? fulfillment(row),
  }
}

function payment(row: OrderRow): OrderDraft['paymentStatus'] {
  const said = word(row.text('financialStatus', 40))
  const known = payments[said]
  if (!known && said)
    row.say(
      'financialStatus',
      'warn',
      'status_unknown',
      `${quoted(said)} is not a payment status; the order counts as unpaid.`,
    )
  return known ?? 'unpaid'
}

function fulfillment(row: OrderRow): OrderDraft['fulfillmentStatus'] {
  const said = word(row.text('fulfillmentStatus', 40))
  const known = fulfillments[said]
  if (!known && said)
    row.say(
      'fulfillmentStatus',
      'warn',
      'status_unknown',
      `${quoted(said)} is not a fulfilment status; the order counts as unfulfilled.`,
    )
  return known ?? 'unfulfilled'
}

/** The one status that a seller sees. What is paid and sent belongs to the past and leaves the list of things to do. */
export function orderStatus({
  cancelledAt,
  paymentStatus,
  fulfillmentStatus,
}: OrderHead): OrderDraft['status'] {
  const isSent = fulfillmentStatus === 'fulfilled'
  if (cancelledAt) return 'cancelled'
  if (paymentStatus === 'refunded' || paymentStatus === 'voided')
    return isSent ? 'returned' : 'cancelled'
  if (isSent)
    return paymentStatus === 'paid' || paymentStatus === 'partially_refunded'
      ? 'completed'
      : 'shipped'
  if (fulfillmentStatus === 'partially_fulfilled') return 'processing'
  return paymentStatus === 'unpaid' || paymentStatus === 'authorized' ? 'pending' : 'confirmed'
}

const word = (text: string | undefined) => (text ?? '').toLowerCase().replace(/[\s-]+/g, '_')
const oneOf = <const T extends string>(list: readonly T[], text: string) =>
  list.find(each => each === text)
