import type { z } from 'zod'
import type { Order, orderApi } from '#contract/order.ts'
import { Problem, refuseField } from '../lib/call/problem.ts'
import { insert, type Tx, update } from '../lib/db/db.ts'
import { addEvent } from './order-event.ts'
import { paymentStatusOf } from './order-status.ts'
import { getOrder, type HeldOrder, holdOrder } from './order-store.ts'

type Money = z.infer<typeof orderApi.addPayment.body>

/** More than is owed is taken and shown as overpaid; the books say what happened, not what should have. */
export async function addPayment(tx: Tx, id: string, money: Money): Promise<Order> {
  const order = await holdOrder(tx, id)
  if (order.status === 'draft' || order.status === 'cancelled') {
    throw new Problem(
      409,
      'not_payable',
      `Money cannot be recorded on an order that is ${order.status}`,
    )
  }
  if (order.paidTotal + money.amount > 1_000_000_000_000)
    throw refuseField('amount', 'too_big', 'More than can be kept on one order')
  return record(tx, order, 'payment', money)
}

export async function addRefund(tx: Tx, id: string, money: Money): Promise<Order> {
  const order = await holdOrder(tx, id)
  const kept = order.paidTotal - order.refundedTotal
  if (money.amount > kept)
    throw refuseField(
      'amount',
      'too_big',
      kept === 0
        ? 'Nothing was received that could be given back'
        : 'More than was received and not given back yet',
    )
  return record(tx, order, 'refund', money)
}

async function record(
  tx: Tx,
  order: HeldOrder,
  kind: 'payment' | 'refund',
  { amount, method, reference, note }: Money,
): Promise<Order> {
  const id = order._id
  const paidTotal = order.paidTotal + (kind === 'payment' ? amount : 0)
  const refundedTotal = order.refundedTotal + (kind === 'refund' ? amount : 0)
  await Promise.all([
    insert(tx, 'payment', { orderId: id, kind, amount, method, reference, note }),
    update(
      tx,
      'order',
      id,
      {
        paidTotal,
        refundedTotal,
        paymentStatus: paymentStatusOf({ ...order, paidTotal, refundedTotal }),
      },
      { versioned: true },
    ),
    addEvent(tx, id, kind === 'payment' ? 'payment_recorded' : 'refunded', {
      amount,
      method,
      ...(reference && { reference }),
      ...(note && { note }),
    }),
  ])
  return getOrder(tx, id)
}
