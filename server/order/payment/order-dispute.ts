import type { OrderNotificationKind } from '#contract/order/order-mail.ts'
import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import type { Tx } from '../../lib/db/db.ts'
import type { DisputeState } from '../../payment-provider/payment-provider.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { addOrderNotification } from '../fulfillment/order-notification.ts'
import { lockOrder } from '../order-store.ts'

type Dispute = {
  provider: PaymentProviderCode
  disputeId: string
  paymentId: string
  amount: number
  reason: string
  state: DisputeState
}
const eventTypes = {
  open: 'payment_disputed',
  won: 'dispute_won',
  lost: 'dispute_lost',
} as const satisfies Record<DisputeState, OrderNotificationKind>

/**
 * Notifies staff that a shopper has disputed a payment at the bank, and how the dispute ended, once
 * each. Does not report the beginning of a dispute that has already ended.
 */
export async function recordDispute(
  tx: Tx,
  { provider, disputeId, paymentId, amount, reason, state }: Dispute,
): Promise<void> {
  const [payment] = await tx<{ orderId: string }[]>`
    select order_id from payment
    where kind = 'payment' and provider = ${provider} and provider_payment_id = ${paymentId}`
  if (!payment) return
  const order = await lockOrder(tx, payment.orderId)
  const knownEvents = await tx<{ type: string }[]>`
    select type from order_event
    where order_id = ${order._id} and type = any (${Object.values(eventTypes)})
      and data ->> 'reference' = ${disputeId}`
  const type = eventTypes[state]
  if (knownEvents.some(known => state === 'open' || known.type === type)) return
  const data = { amount, provider, reference: disputeId, disputeReason: reason }
  await createOrderEvent(tx, order._id, type, data)
  await addOrderNotification(tx, type, order)
}
