import { sum } from '#contract/lib/sum.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import { paymentProviderNames } from '#contract/payment/payment-account.ts'
import { creditRefund } from '../../invoice/rule/credit-refund.ts'
import { createFieldProblem } from '../../lib/call/problem.ts'
import { insertRow } from '../../lib/db/db.ts'
import { getProviderStep } from '../../payment-provider/provider-amount.ts'
import { assertRefundable, formatMoney, takeOverpayment } from '../payment/order-payment.ts'
import {
  listRefundablePayments,
  type RefundablePayment,
  requestPaymentRefund,
} from '../payment/provider-refund.ts'
import type { AppliedChange, ChangeContext } from './applied-change.ts'

type RefundedAmount = Pick<
  OrderChangeOf<'refund'>,
  'payments' | 'method' | 'reference' | 'note' | 'isNotified'
> & {
  refundId: string
  amount: number
  /** The field at which an amount is rejected. */
  amountPath?: string
  transfer?: OrderTransfer | undefined
}
type PaidRefund = Required<
  Pick<AppliedChange, 'event' | 'mails' | 'refundedTotal' | 'refundedOverpayment'>
>
/** The part of a refund that pays another order. */
export type OrderTransfer = { amount: number; orderNumber: string }

/**
 * Returns the amount of a refund to the payments that it came from, records the rest as returned by
 * hand, and issues the credit note. Returns the event, the email and the new sums of the order.
 * @throws Problem 422 nothing_to_refund, refund_too_big or refund_amount_unsupported
 */
export async function payRefund(
  context: ChangeContext,
  refund: RefundedAmount,
): Promise<PaidRefund> {
  const { tx, order } = context
  const { refundId, amount, transfer, method = 'other', reference, note } = refund
  const payment = { orderId: order._id, kind: 'refund', refundId } as const
  const parts = amount > 0 ? await requestFromProviders(context, refund) : []
  const transferred = transfer?.amount ?? 0
  if (transfer && transferred > 0)
    await insertRow(tx, 'payment', {
      ...payment,
      amount: transferred,
      method: 'exchange',
      reference: transfer.orderNumber,
    })
  const manualAmount = amount - transferred - sum(parts.map(part => part.amount))
  const overpayment = await takeOverpayment(tx, refundId, manualAmount)
  const manual = { ...payment, amount: manualAmount, method, reference, note, overpayment }
  const manualId = manualAmount > 0 ? await insertRow(tx, 'payment', manual) : undefined
  await creditRefund(tx, order._id, refundId)
  const provider = parts[0]?.payment.provider
  return {
    event: {
      // The provider confirms its part later, which adds another event.
      type: provider ? 'refund_requested' : 'refunded',
      data: { amount, ...(provider ? { provider } : { method }) },
    },
    mails: refund.isNotified !== false && manualId ? [{ kind: 'refunded', partId: manualId }] : [],
    refundedTotal: order.refundedTotal + transferred + manualAmount,
    refundedOverpayment: order.refundedOverpayment + overpayment,
  }
}

/** Requests refunds of online payments, and returns their parts. */
async function requestFromProviders(
  { tx, storeId, order }: ChangeContext,
  {
    refundId,
    amount,
    amountPath = 'amount',
    transfer,
    payments,
    note,
    isNotified = true,
  }: RefundedAmount,
): Promise<PaymentPart[]> {
  const { _id: orderId } = order
  await assertRefundable(tx, order, { amount, path: amountPath })
  const returnedAmount = amount - (transfer?.amount ?? 0)
  const online = await listRefundablePayments(tx, orderId)
  const parts = payments ? chooseParts(online, payments) : coverAmount(online, returnedAmount)
  if (sum(parts.map(part => part.amount)) > returnedAmount)
    throw createFieldProblem('change.payments', 'refund_payments_too_big')
  for (const part of parts) assertProviderAmount(order, part)
  for (const part of parts)
    await requestPaymentRefund(tx, { storeId, orderId, refundId, note, isNotified, ...part })
  return parts
}

type PaymentPart = { payment: RefundablePayment; amount: number }

/** A payment that is listed twice returns at most its available amount in total. */
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
