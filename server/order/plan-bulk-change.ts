import type { BulkReply } from '#contract/lib/call/bulk.ts'
import type { OrderChangeOf } from '#contract/order/order-change.ts'
import type { OrderStatus, paymentMethods } from '#contract/order/order-state.ts'
import { type BulkBatch, toBulkReply } from '../lib/call/bulk-selection.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { Problem } from '../lib/call/problem.ts'
import type { AppliedChange } from './change/applied-change.ts'
import { planStatusChange } from './change/status-change.ts'
import { findSkipReason, findUnpayableReason, hasReached } from './fulfillment/bulk-status.ts'
import { getBalance } from './fulfillment/order-status.ts'
import { assertChangeable, type LockedOrder } from './order-store.ts'
import { assertPayable } from './payment/order-payment.ts'

/**
 * Returns whether a bulk change moves the order to the status, which it may have reached.
 * @throws Problem 409 with the reason why the change skips the order
 */
export function planBulkStep(order: LockedOrder, status: OrderStatus): boolean {
  if (hasReached(order.status, status)) return false
  const reason = findSkipReason(order, status)
  if (reason) throw new Problem(409, reason)
  return true
}

/** @throws Problem like `planBulkStep` and `planStatusChange` */
export const planBulkStatus = (
  order: LockedOrder,
  change: OrderChangeOf<'changeStatus'>,
): AppliedChange | undefined =>
  planBulkStep(order, change.status) ? planStatusChange(order, change) : undefined

/** @throws Problem 409 with the reason why the payment skips the order, or 422 payments_too_big */
export function planBulkPayment(order: LockedOrder, method: (typeof paymentMethods)[number]) {
  const reason = findUnpayableReason(order.status)
  if (reason) throw new Problem(409, reason)
  const amount = getBalance(order)
  if (amount <= 0) return undefined
  assertPayable(order, amount)
  return { amount, method }
}

export type PlannedChange<T, O = LockedOrder> = { order: O; planned: T }

/**
 * Returns the planned changes of orders and the reply once they are written. `plan` returns undefined if an
 * order stays as it is, and throws a Problem if the order is skipped.
 */
export function planOrders<T, O extends Pick<LockedOrder, '_id' | 'number' | 'archivedAt'>>(
  batch: BulkBatch,
  orders: readonly O[],
  plan: (order: O) => T | undefined,
): { changes: PlannedChange<T, O>[]; reply: BulkReply } {
  const names = new Map(batch.ids.map(id => [id, '']))
  const errors = new Map(batch.ids.map(id => [id, createErrorMessage('order_not_found')]))
  const unchangedIds = new Set<string>()
  const changes: PlannedChange<T, O>[] = []
  for (const order of orders) {
    names.set(order._id, order.number)
    errors.delete(order._id)
    try {
      assertChangeable(order)
      const planned = plan(order)
      if (planned === undefined) unchangedIds.add(order._id)
      else changes.push({ order, planned })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      errors.set(order._id, error.toErrorMessage())
    }
  }
  return { changes, reply: toBulkReply(batch, names, errors, unchangedIds) }
}
