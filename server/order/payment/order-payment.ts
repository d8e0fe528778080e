import type { z } from 'zod'
import { toDecimalPrice } from '#contract/lib/money/money.ts'
import type { Order, orderApi } from '#contract/order/order.ts'
import type { recordedPaymentMethods } from '#contract/order/order-state.ts'
import { createFieldProblem, Problem } from '../../lib/call/problem.ts'
import { insertRows, type Tx } from '../../lib/db/db.ts'
import { enqueueOrderMails } from '../fulfillment/enqueue-order-mail.ts'
import { createOrderEvents } from '../fulfillment/order-event.ts'
import { becomesPaid, getPaymentStatus } from '../fulfillment/order-status.ts'
import {
  getOrder,
  type LockedOrder,
  lockChangeableOrder,
  lockOrder,
  type ProviderPayment,
} from '../order-store.ts'
import { loadRefundAmounts } from './load-refund-amounts.ts'

type PaymentBody = Omit<z.infer<typeof orderApi.addPayment.body>, 'method' | 'version'> & {
  method: (typeof recordedPaymentMethods)[number]
}

/**
 * Records a payment. An amount above the balance is accepted, and the order becomes overpaid.
 * @throws Problem like `lockChangeableOrder` and `assertPayable`
 */
export async function createPayment(
  tx: Tx,
  id: string,
  { version, ...payment }: PaymentBody & { version?: number | undefined },
  providerPayment?: ProviderPayment,
): Promise<Order> {
  // A payment that the provider received is recorded in any case.
  const order = await (providerPayment ? lockOrder : lockChangeableOrder)(tx, id, version)
  assertPayable(order, payment.amount)
  return recordTransaction(tx, order, 'payment', { ...payment, ...providerPayment })
}

/** @throws Problem 409 not_payable, or 422 payments_too_big */
export function assertPayable({ status, paidTotal }: LockedOrder, amount: number): void {
  if (status === 'draft' || status === 'cancelled')
    throw new Problem(409, 'not_payable', { orderStatus: status })
  if (paidTotal + amount > 1_000_000_000_000) throw createFieldProblem('amount', 'payments_too_big')
}

/** @throws Problem 422 nothing_to_refund or refund_too_big */
export async function assertRefundable(
  tx: Tx,
  order: LockedOrder,
  { amount, path }: { amount: number; path: string },
): Promise<void> {
  const refundableAmount = await getRefundableAmount(tx, order)
  if (refundableAmount <= 0) throw createFieldProblem(path, 'nothing_to_refund')
  if (amount > refundableAmount)
    throw createFieldProblem(path, 'refund_too_big', {
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

/** Returns the amount paid above what was due, without its refunds, also those that are not confirmed yet. */
export async function getOverpaidAmount(tx: Tx, order: LockedOrder): Promise<number> {
  const overpaid = order.paidTotal - order.refundedOverpayment - (order.total - order.unsoldTotal)
  if (overpaid <= 0) return 0
  const { pendingOverpayment } = await loadRefundAmounts(tx, order._id)
  const open = Math.min(overpaid - pendingOverpayment, await getRefundableAmount(tx, order))
  return Math.max(open, 0)
}

/** Returns the part of a returned amount that is the overpayment of its refund. */
export async function takeOverpayment(tx: Tx, refundId: string, amount: number): Promise<number> {
  const [row] = await tx<{ open: number }[]>`
    select greatest(r.overpayment - coalesce((
      select sum(p.overpayment) from payment p where p.refund_id = r.id
    ), 0), 0)::float8 as open
    from refund r where r.id = ${refundId}`
  return Math.min(row?.open ?? 0, amount)
}

/** Formats minor units for an error in any language: 1999 of USD is "19.99 USD". */
export const formatMoney = (minorUnits: number, currency: string) =>
  `${toDecimalPrice(minorUnits, currency)} ${currency}`

export async function recordTransaction(
  tx: Tx,
  order: LockedOrder,
  kind: 'payment' | 'refund',
  transaction: TransactionInput,
): Promise<Order> {
  await recordTransactions(tx, kind, [{ order, transaction }])
  return getOrder(tx, order._id)
}

type TransactionInput = PaymentBody &
  Partial<ProviderPayment> & { refundId?: string; overpayment?: number }
type OrderTransaction = {
  order: LockedOrder
  transaction: TransactionInput
  /** Whether the customer gets an email about a refund. */
  isNotified?: boolean
}

/** Records a payment or refund for each of the orders, with as many statements as for one. */
export async function recordTransactions(
  tx: Tx,
  kind: 'payment' | 'refund',
  transactions: readonly OrderTransaction[],
): Promise<void> {
  const changedOrders = transactions.map(entry => toChangedOrder(kind, entry))
  const paymentIds = await insertRows(
    tx,
    'payment',
    transactions.map(({ order, transaction }) => ({ orderId: order._id, kind, ...transaction })),
  )
  const isMailed = ({ order, isNotified }: OrderTransaction, i: number) =>
    kind === 'payment'
      ? becomesPaid(order, { ...order, ...changedOrders[i] })
      : isNotified !== false
  await Promise.all([
    tx`
      update "order" o set paid_total = t."paidTotal", refunded_total = t."refundedTotal",
        refunded_overpayment = t."refundedOverpayment",
        payment_status = t."paymentStatus", version = version + 1, updated_at = now()
      from jsonb_to_recordset(${tx.json(changedOrders)})
        as t (id uuid, "paidTotal" bigint, "refundedTotal" bigint, "refundedOverpayment" bigint,
          "paymentStatus" text)
      where o.id = t.id`,
    createOrderEvents(
      tx,
      transactions.map(({ order, transaction: { amount, method, reference, note } }) => ({
        orderId: order._id,
        type: kind === 'payment' ? 'payment_recorded' : 'refunded',
        data: { amount, method, ...(reference && { reference }), ...(note && { note }) },
      })),
    ),
    enqueueOrderMails(
      tx,
      transactions.flatMap((entry, i) =>
        isMailed(entry, i)
          ? [
              {
                orderId: entry.order._id,
                kind: kind === 'payment' ? ('paid' as const) : ('refunded' as const),
                partId: paymentIds[i],
              },
            ]
          : [],
      ),
    ),
  ])
}

function toChangedOrder(
  kind: 'payment' | 'refund',
  { order, transaction: { amount, overpayment = 0 } }: OrderTransaction,
) {
  const paidTotal = order.paidTotal + (kind === 'payment' ? amount : 0)
  const refundedTotal = order.refundedTotal + (kind === 'refund' ? amount : 0)
  const amounts = {
    paidTotal,
    refundedTotal,
    refundedOverpayment: order.refundedOverpayment + overpayment,
  }
  return { id: order._id, ...amounts, paymentStatus: getPaymentStatus({ ...order, ...amounts }) }
}
