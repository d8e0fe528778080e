import { sum } from '#contract/lib/sum.ts'
import { getProviderStep } from '../../payment-provider/provider-amount.ts'
import { addOrderNotification } from '../fulfillment/order-notification.ts'
import { listRefundablePayments } from '../payment/provider-refund.ts'
import type { ChangeContext } from './applied-change.ts'
import { writeAppliedChanges } from './apply-change.ts'
import { refundOrder } from './refund-change.ts'

/**
 * Refunds an amount that the store owes the shopper to the online payments of the order. Staff
 * are notified of the rest, which they return by hand.
 */
export async function refundOnline(context: ChangeContext, owedAmount: number): Promise<void> {
  const { tx, order } = context
  const online = await listRefundablePayments(tx, order._id)
  const available = Math.min(owedAmount, sum(online.map(payment => payment.available)))
  const steps = online.map(({ provider }) => getProviderStep(provider, order.currency))
  const amount = available - (available % Math.max(1, ...steps))
  if (amount > 0) {
    const applied = await refundOrder(context, {
      kind: 'refund',
      lines: [],
      additionalAmount: amount,
      reason: 'other',
    })
    await writeAppliedChanges(tx, [{ order, applied }])
  }
  if (amount < owedAmount) await addOrderNotification(tx, 'refund_due', order)
}
