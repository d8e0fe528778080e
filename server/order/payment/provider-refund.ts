import type { z } from 'zod'
import type { RefundInput } from '#contract/order/order-input.ts'
import type { PaymentProviderCode } from '#contract/payment/payment-account.ts'
import { creditRefund } from '../../invoice/rule/credit-refund.ts'
import { rebillRefund } from '../../invoice/rule/rebill-refund.ts'
import { assertFound } from '../../lib/call/problem.ts'
import { insertRow, type Tx, updateRow, updateVersionedRow } from '../../lib/db/db.ts'
import { enqueueJob } from '../../lib/job/jobs.ts'
import type { ProviderRefund } from '../../payment-provider/payment-provider.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { addOrderNotification } from '../fulfillment/order-notification.ts'
import { getPaymentStatus } from '../fulfillment/order-status.ts'
import { type LockedOrder, lockOrder } from '../order-store.ts'
import { getOverpaidAmount, recordTransactions, takeOverpayment } from './order-payment.ts'

type RefundState = ProviderRefund['state']
type RefundColumns = {
  orderId: string
  refundId?: string
  paymentId: string
  provider: PaymentProviderCode
  providerRefundId?: string
  amount: number
  note?: string
  state?: RefundState
  isNotified?: boolean
}
declare module '../../lib/db/table-fields.ts' {
  interface TableColumns {
    payment_refund: RefundColumns
  }
}

export type RefundablePayment = {
  id: string
  provider: PaymentProviderCode
  /** The amount without refunds that succeeded or are pending. */
  available: number
}

/** Returns the payments by providers, the oldest first. */
export const listRefundablePayments = (tx: Tx, orderId: string) => tx<RefundablePayment[]>`
  select p.id, p.provider, (p.amount - coalesce((
    select sum(r.amount) from payment_refund r where r.payment_id = p.id and r.state <> 'failed'
  ), 0))::float8 as available
  from payment p
  where p.order_id = ${orderId} and p.kind = 'payment' and p.provider <> ''
  order by p.id`

type PaymentRefund = {
  storeId: string
  orderId: string
  refundId: string
  payment: RefundablePayment
  amount: number
  note?: string | undefined
  /** Whether the customer gets an email when the provider has confirmed it. */
  isNotified: boolean
}

/**
 * Requests a refund from the provider of a payment. The order counts the refund once the provider has
 * confirmed it.
 */
export async function requestPaymentRefund(
  tx: Tx,
  { storeId, payment: { id: paymentId, provider }, ...refund }: PaymentRefund,
): Promise<void> {
  const id = await insertRow(tx, 'payment_refund', { paymentId, provider, ...refund })
  await enqueueJob(tx, 'payment.sendRefund', { storeId, id }, `payment.sendRefund ${id}`)
}

type RefundRow = RefundColumns & {
  id: string
  state: RefundState
  note: string
  isNotified: boolean
  method: z.infer<typeof RefundInput>['method']
}

/**
 * Stores the state of a refund at the provider. A refund counts once, however often it is reported.
 * A bank can return a refund that had succeeded, which then no longer counts.
 */
export async function settleRefund(
  tx: Tx,
  id: string,
  { refundId, state }: Pick<ProviderRefund, 'refundId' | 'state'>,
): Promise<void> {
  const [found] = await tx<{ orderId: string }[]>`
    select order_id from payment_refund where id = ${id}`
  if (!found) return
  const order = await lockOrder(tx, found.orderId)
  const [row] = await tx<RefundRow[]>`
    select r.id, r.order_id, r.payment_id, r.provider, r.provider_refund_id, r.amount, r.note, r.state,
      r.refund_id, r.is_notified, p.method
    from payment_refund r join payment p on p.store_id = r.store_id and p.id = r.payment_id
    where r.id = ${id}`
  const refund = assertFound(row)
  const isChanged = refund.state !== state && refund.state !== 'failed' && state !== 'pending'
  await updateRow(tx, 'payment_refund', id, {
    ...(refundId && { providerRefundId: refundId }),
    ...(isChanged && { state }),
  })
  await tx`update payment_refund set checked_at = now() where id = ${id}`
  if (!isChanged) return
  if (state === 'succeeded') await recordRefund(tx, order, refund, refundId)
  else await recordFailure(tx, order, refund)
  if (state === 'failed' && refund.state === 'succeeded') await rebillRefund(tx, order._id, refund)
  await creditRefund(tx, order._id, refund.refundId)
}

/** Records at most the amount left, because the seller may also have recorded a refund by hand. */
async function recordRefund(
  tx: Tx,
  order: LockedOrder,
  { amount, method, note, provider, refundId, isNotified }: RefundRow,
  providerPaymentId: string,
): Promise<void> {
  const counted = Math.min(amount, order.paidTotal - order.refundedTotal)
  if (counted === 0) return
  const transaction = {
    amount: counted,
    method,
    note,
    provider,
    providerPaymentId,
    ...(refundId && { refundId }),
    overpayment: refundId
      ? await takeOverpayment(tx, refundId, counted)
      : Math.min(counted, await getOverpaidAmount(tx, order)),
  }
  await recordTransactions(tx, 'refund', [{ order, transaction, isNotified }])
}

async function recordFailure(tx: Tx, order: LockedOrder, refund: RefundRow): Promise<void> {
  const { _id: orderId } = order
  const { amount, provider, providerRefundId } = refund
  if (refund.state === 'succeeded') await removeRefund(tx, order, refund)
  await createOrderEvent(tx, orderId, 'refund_failed', {
    amount,
    provider,
    ...(providerRefundId && { reference: providerRefundId }),
  })
  await addOrderNotification(tx, 'refund_failed', order)
}

async function removeRefund(
  tx: Tx,
  order: LockedOrder,
  { provider, providerRefundId = '' }: RefundRow,
): Promise<void> {
  const [removed] = await tx<{ amount: number; overpayment: number }[]>`
    delete from payment
    where order_id = ${order._id} and kind = 'refund' and provider = ${provider}
      and provider_payment_id = ${providerRefundId}
    returning amount, overpayment`
  if (!removed) return
  const refundedTotal = order.refundedTotal - removed.amount
  const refundedOverpayment = order.refundedOverpayment - removed.overpayment
  const amounts = { refundedTotal, refundedOverpayment }
  const paymentStatus = getPaymentStatus({ ...order, ...amounts })
  await updateVersionedRow(tx, 'order', order._id, { ...amounts, paymentStatus })
}
