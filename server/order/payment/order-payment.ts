import type { z } from 'zod'
import { toDecimalPrice } from '#contract/lib/money/money.ts'
import type { Order, orderApi } from '#contract/order/order.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { insertRow, type Tx, updateVersionedRow } from '../../lib/db/db.ts'
import { enqueueOrderMail } from '../fulfillment/enqueue-order-mail.ts'
import { createOrderEvent } from '../fulfillment/order-event.ts'
import { getPaymentStatus } from '../fulfillment/order-status.ts'
import {
  getOrder,
  type LockedOrder,
  lockChangeableOrder,
  lockOrder,
  type ProviderPayment,
} from '../order-store.ts'

type PaymentBody = z.infer<typeof orderApi.addPayment.body>

/** Records a payment. An amount above the balance is accepted, and the order becomes overpaid. */
export async function createPayment(
  tx: Tx,
  id: string,
  payment: PaymentBody,
  providerPayment?: ProviderPayment,
): Promise<Order> {
  // A payment that the provider received is recorded in any case.
  const order = await (providerPayment ? lockOrder : lockChangeableOrder)(tx, id)
  if (order.status === 'draft' || order.status === 'cancelled') {
    throw new Problem(409, 'not_payable', { orderStatus: order.status })
  }
  if (order.paidTotal + payment.amount > 1_000_000_000_000)
    throw createFieldProblem('amount', 'payments_too_big')
  return recordTransaction(tx, order, 'payment', { ...payment, ...providerPayment })
}

/** @throws Problem 422 nothing_to_refund or refund_too_big */
export async function assertRefundable(tx: Tx, order: LockedOrder, amount: number): Promise<void> {
  const refundableAmount = await getRefundableAmount(tx, order)
  if (refundableAmount <= 0) throw createFieldProblem('amount', 'nothing_to_refund')
  if (amount > refundableAmount)
    throw createFieldProblem('amount', 'refund_too_big', {
      amount: formatMoney(refundableAmount, order.currency),
    })
}

/** Returns the paid amount without refunds, also those that are not confirmed yet. */
export async function getRefundableAmount(
  tx: Tx,
  { _id: id, paidTotal, refundedTotal }: LockedOrder,
): Promise<number> {
  const [pending] = await tx<{ amount: number }[]>`
    select coalesce(sum(amount), 0)::float8 as amount from payment_refund
    where order_id = ${id} and state = 'pending'`
  return paidTotal - refundedTotal - (pending?.amount ?? 0)
}

/** Formats minor units for an error in any language: 1999 of USD is "19.99 USD". */
export const formatMoney = (minorUnits: number, currency: string) =>
  `${toDecimalPrice(minorUnits, currency)} ${currency}`

export async function recordTransaction(
  tx: Tx,
  order: LockedOrder,
  kind: 'payment' | 'refund',
  {
    amount,
    method,
    reference,
    note,
    ...providerPayment
  }: PaymentBody & Partial<ProviderPayment> & { refundId?: string },
): Promise<Order> {
  const id = order._id
  const paidTotal = order.paidTotal + (kind === 'payment' ? amount : 0)
  const refundedTotal = order.refundedTotal + (kind === 'refund' ? amount : 0)
  const paymentStatus = getPaymentStatus({ ...order, paidTotal, refundedTotal })
  await Promise.all([
    insertRow(tx, 'payment', {
      orderId: id,
      kind,
      amount,
      method,
      reference,
      note,
      ...providerPayment,
    }),
    updateVersionedRow(tx, 'order', id, {
      paidTotal,
      refundedTotal,
      paymentStatus,
    }),
    createOrderEvent(tx, id, kind === 'payment' ? 'payment_recorded' : 'refunded', {
      amount,
      method,
      ...(reference && { reference }),
      ...(note && { note }),
    }),
    ...(kind === 'payment' && paymentStatus === 'paid' ? [enqueueOrderMail(tx, id, 'paid')] : []),
    ...(kind === 'refund' ? [enqueueOrderMail(tx, id, 'refunded', ` ${refundedTotal}`)] : []),
  ])
  return getOrder(tx, id)
}
