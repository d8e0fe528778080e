import { sum } from '#contract/lib/sum.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { paymentProviderNames } from '#contract/payment/payment-account.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import { insertRow } from '../../lib/db/db.ts'
import { getProviderStep } from '../../payment-provider/provider-amount.ts'
import { assertRefundable, formatMoney, takeOverpayment } from '../payment/order-payment.ts'
import {
  listRefundablePayments,
  type RefundablePayment,
  requestPaymentRefund,
} from '../payment/provider-refund.ts'
import type { ChangeContext } from './applied-change.ts'

type RefundedAmount = Pick<
  OrderChangeOf<'refund'>,
  'payments' | 'method' | 'reference' | 'note' | 'isNotified'
> & { refundId: string; amount: number; transfer?: OrderTransfer | undefined }
/** The part of a refund that pays another order. */
export type OrderTransfer = { amount: number; orderNumber: string }

/**
 * Returns the amount to the payments that it came from, and records the rest as returned by hand.
 * Returns the amount that was returned by hand, the overpayment in it, its payment, and the first provider; providers
 * confirm later.
 * @throws Problem 422 nothing_to_refund, refund_too_big or refund_amount_unsupported
 */
export async function splitOverPayments(
  { tx, storeId, order }: ChangeContext,
  {
    refundId,
    amount,
    transfer,
    payments,
    method = 'other',
    reference,
    note,
    isNotified = true,
  }: RefundedAmount,
): Promise<{
  manualAmount: number
  manualOverpayment: number
  manualPaymentId?: string | undefined
  provider: RefundablePayment['provider'] | undefined
}> {
  const { _id: orderId } = order
  if (amount === 0) return { manualAmount: 0, manualOverpayment: 0, provider: undefined }
  await assertRefundable(tx, order, amount)
  const transferredAmount = transfer?.amount ?? 0
  const returnedAmount = amount - transferredAmount
  const online = await listRefundablePayments(tx, orderId)
  const parts = payments ? chooseParts(online, payments) : coverAmount(online, returnedAmount)
  const manualAmount = returnedAmount - sum(parts.map(part => part.amount))
  if (manualAmount < 0) throw createFieldProblem('change.payments', 'refund_payments_too_big')
  for (const part of parts) assertProviderAmount(order, part)
  for (const part of parts)
    await requestPaymentRefund(tx, { storeId, orderId, refundId, note, isNotified, ...part })
  if (transfer && transferredAmount > 0)
    await insertRow(tx, 'payment', {
      orderId,
      kind: 'refund',
      amount: transferredAmount,
      method: 'exchange',
      reference: transfer.orderNumber,
      refundId,
    })
  const manualOverpayment = await takeOverpayment(tx, refundId, manualAmount)
  const manualPaymentId =
    manualAmount > 0
      ? await insertRow(tx, 'payment', {
          orderId,
          kind: 'refund',
          amount: manualAmount,
          method,
          reference,
          note,
          refundId,
          overpayment: manualOverpayment,
        })
      : undefined
  return { manualAmount, manualOverpayment, manualPaymentId, provider: parts[0]?.payment.provider }
}

type PaymentPart = { payment: RefundablePayment; amount: number }

/** A payment that occurs twice returns at most what it has in all. */
function chooseParts(
  online: readonly RefundablePayment[],
  chosen: NonNullable<RefundedAmount['payments']>,
): PaymentPart[] {
  return chosen
    .map(({ payment: id, amount }, i) => {
      const path = `change.payments.${i}`
      const payment = online.find(candidate => candidate.id === id)
      if (!payment) throw createFieldProblem(`${path}.payment`, 'payment_not_refundable')
      const total = sum(chosen.slice(0, i + 1).map(part => (part.payment === id ? part.amount : 0)))
      if (total > payment.available)
        throw createFieldProblem(`${path}.amount`, 'refund_payments_too_big')
      return { payment, amount }
    })
    .filter(({ amount }) => amount > 0)
}

/** @throws Problem 422 refund_amount_unsupported if the provider would round the amount */
function assertProviderAmount(
  { currency }: ChangeContext['order'],
  { payment: { provider }, amount }: PaymentPart,
): void {
  const step = getProviderStep(provider, currency)
  if (amount % step !== 0)
    throw createFieldProblem('change.payments', 'refund_amount_unsupported', {
      provider: paymentProviderNames[provider],
      amount: formatMoney(step, currency),
    })
}

/** Covers as much of the amount as the online payments can return, the oldest first. */
function coverAmount(online: readonly RefundablePayment[], amount: number): PaymentPart[] {
  let left = amount
  return online.flatMap(payment => {
    const part = Math.min(left, payment.available)
    left -= part
    return part > 0 ? [{ payment, amount: part }] : []
  })
}
