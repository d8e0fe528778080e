import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import type { AppliedChange, ChangeContext } from '../change/applied-change.ts'
import { getRefundableAmount } from './order-payment.ts'

type RecordedPayment = { amount: number; method: string }

/**
 * Deletes a payment that was recorded by mistake. Its amount becomes due again, and the customer gets no email.
 * @throws Problem 422 not_found, payment_not_recorded or payment_refunded
 */
export async function voidPayment(
  { tx, order }: ChangeContext,
  { payment: id }: OrderChangeOf<'voidPayment'>,
): Promise<AppliedChange> {
  const [payment] = await tx<(RecordedPayment & { isRecorded: boolean })[]>`
    select amount, method, provider = '' and method <> 'exchange' as is_recorded from payment
    where id = ${id} and order_id = ${order._id} and kind = 'payment'`
  if (!payment) throw createFieldProblem('change.payment', 'not_found')
  const { amount, method, isRecorded } = payment
  if (!isRecorded) throw createFieldProblem('change.payment', 'payment_not_recorded')
  if (amount > (await getRefundableAmount(tx, order)))
    throw createFieldProblem('change.payment', 'payment_refunded')
  await tx`delete from payment where id = ${id}`
  return {
    event: { type: 'payment_voided', data: { amount, method } },
    columns: { paidTotal: order.paidTotal - amount },
    keepsParts: true,
  }
}
