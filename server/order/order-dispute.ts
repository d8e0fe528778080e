import type { PaymentProviderCode } from '#contract/payment-account.ts'
import type { Tx } from '../lib/db/db.ts'
import { createOrderEvent } from './order-event.ts'
import { addOrderNotification } from './order-notification.ts'
import { lockOrder } from './order-store.ts'

type Dispute = {
  provider: PaymentProviderCode
  disputeId: string
  paymentId: string
  amount: number
  reason: string
}

/** Tells staff that a shopper has disputed a payment at the bank. Each dispute is told once. */
export async function recordDispute(
  tx: Tx,
  { provider, disputeId, paymentId, amount, reason }: Dispute,
): Promise<void> {
  const [payment] = await tx<{ orderId: string }[]>`
    select order_id from payment
    where kind = 'payment' and provider = ${provider} and provider_payment_id = ${paymentId}`
  if (!payment) return
  const order = await lockOrder(tx, payment.orderId)
  const [known] = await tx`
    select 1 from order_event
    where order_id = ${order._id} and type = 'payment_disputed' and data ->> 'reference' = ${disputeId}`
  if (known) return
  const data = { amount, provider, reference: disputeId, disputeReason: reason }
  await createOrderEvent(tx, order._id, 'payment_disputed', data)
  await addOrderNotification(tx, 'payment_disputed', order)
}
