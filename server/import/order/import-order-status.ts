import { FulfillmentStatus, OrderStatus, PaymentStatus } from '#contract/order/order-state.ts'
import { shortenForMessage } from '../import-problem.ts'
import type { OrderRowReader } from './import-order-columns.ts'
import type { OrderDraft, OrderHeader } from './import-order-draft.ts'

const paymentStatusByWord: Record<string, OrderDraft['paymentStatus']> = {
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
const fulfillmentStatusByWord: Record<string, OrderDraft['fulfillmentStatus']> = {
  fulfilled: 'fulfilled',
  partial: 'partially_fulfilled',
  partially_fulfilled: 'partially_fulfilled',
  unfulfilled: 'unfulfilled',
  restocked: 'unfulfilled',
  pending: 'unfulfilled',
  on_hold: 'unfulfilled',
  scheduled: 'unfulfilled',
}

type OrderStatuses = Pick<OrderHeader, 'status' | 'paymentStatus' | 'fulfillmentStatus'>

/**
 * Storewright's export has three statuses. Shopify's has two; `deriveOrderStatus` derives the third
 * later.
 */
export function parseOrderStatuses(row: OrderRowReader): OrderStatuses {
  const exportedStatus = findOption(OrderStatus.options, toStatusKey(row.text('orderStatus', 40)))
  const ownPayment = findOption(PaymentStatus.options, toStatusKey(row.text('ownPayment', 40)))
  const ownFulfillment = findOption(
    FulfillmentStatus.options,
    toStatusKey(row.text('ownFulfillment', 40)),
  )
  return {
    status: exportedStatus ?? null,
    paymentStatus: ownPayment ?? parsePaymentStatus(row),
    fulfillmentStatus: ownFulfillment ?? parseFulfillmentStatus(row),
  }
}

function parsePaymentStatus(row: OrderRowReader): OrderDraft['paymentStatus'] {
  const statusText = toStatusKey(row.text('financialStatus', 40))
  const status = paymentStatusByWord[statusText]
  if (!status && statusText)
    row.report('financialStatus', 'payment_status_unknown', {
      value: shortenForMessage(statusText),
    })
  return status ?? 'unpaid'
}

function parseFulfillmentStatus(row: OrderRowReader): OrderDraft['fulfillmentStatus'] {
  const statusText = toStatusKey(row.text('fulfillmentStatus', 40))
  const status = fulfillmentStatusByWord[statusText]
  if (!status && statusText)
    row.report('fulfillmentStatus', 'fulfillment_status_unknown', {
      value: shortenForMessage(statusText),
    })
  return status ?? 'unfulfilled'
}

/**
 * Returns the status of an order. A paid and fulfilled order is completed, so it leaves the list of
 * open orders.
 */
export function deriveOrderStatus({
  canceledAt,
  paymentStatus,
  fulfillmentStatus,
}: OrderHeader): OrderDraft['status'] {
  const isFulfilled = fulfillmentStatus === 'fulfilled'
  if (canceledAt) return 'cancelled'
  if (paymentStatus === 'refunded' || paymentStatus === 'voided')
    return isFulfilled ? 'returned' : 'cancelled'
  if (isFulfilled)
    return paymentStatus === 'paid' || paymentStatus === 'partially_refunded'
      ? 'completed'
      : 'shipped'
  if (fulfillmentStatus === 'partially_fulfilled') return 'processing'
  return paymentStatus === 'unpaid' || paymentStatus === 'authorized' ? 'pending' : 'confirmed'
}

const toStatusKey = (text: string | undefined) => (text ?? '').toLowerCase().replace(/[\s-]+/g, '_')
const findOption = <const T extends string>(list: readonly T[], text: string) =>
  list.find(each => each === text)
