import { sum } from '#contract/lib/sum.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { Tx } from '../../lib/db/db.ts'
import { listRefundablePayments } from '../payment/provider-refund.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'
import { payRefund } from './refund-payments.ts'

type FailedRefund = {
  failedAmount: number
  note: string
  /** The largest part of each payment whose refund failed. Each retry adds another failure. */
  parts: { payment: string; amount: number }[]
}

/**
 * Returns the failed part of a refund again, to the payments that it came from or by hand. The units
 * and sums of the refund stay, and its provider gets another key.
 * @throws Problem 422 refund_not_failed, or like `payRefund`
 */
export async function retryRefund(
  context: ChangeContext,
  { refund: refundId, method, reference, isNotified }: OrderChangeOf<'retryRefund'>,
): Promise<AppliedChange> {
  const { tx, order } = context
  const failed = await findFailedRefund(tx, order._id, refundId)
  const payments = method ? [] : await coverFailedParts(tx, order._id, failed)
  const amount = method ? failed.failedAmount : sum(payments.map(part => part.amount))
  if (amount === 0) throw createFieldProblem('change.refund', 'refund_not_failed')
  const { note } = failed
  const { event, ...paid } = await payRefund(context, {
    refundId,
    amount,
    payments,
    method,
    reference,
    note,
    isNotified,
  })
  return {
    ...paid,
    event: {
      type: event.type,
      data: { ...event.data, ...(reference && { reference }), ...(note && { note }) },
    },
    refund: { amount, tax: 0 },
  }
}

async function findFailedRefund(tx: Tx, orderId: string, refundId: string): Promise<FailedRefund> {
  const [row] = await tx<FailedRefund[]>`
    select refund.note, failed_refund_amount(refund, o) as failed_amount, (
      select coalesce(jsonb_agg(f order by f.payment), '[]') from (
        select payment_id as payment, max(amount) as amount from payment_refund
        where order_id = ${orderId} and refund_id = ${refundId} and state = 'failed'
        group by payment_id
      ) f
    ) as parts
    from refund join "order" o on o.store_id = refund.store_id and o.id = refund.order_id
    where refund.order_id = ${orderId} and refund.id = ${refundId}`
  if (!row) throw createFieldProblem('change.refund', 'not_found')
  return row
}

async function coverFailedParts(
  tx: Tx,
  orderId: string,
  { failedAmount, parts }: FailedRefund,
): Promise<{ payment: string; amount: number }[]> {
  const online = await listRefundablePayments(tx, orderId)
  let left = failedAmount
  return parts.flatMap(({ payment, amount: failedPart }) => {
    const available = online.find(({ id }) => id === payment)?.available ?? 0
    const amount = Math.min(failedPart, available, left)
    left -= amount
    return amount > 0 ? [{ payment, amount }] : []
  })
}
