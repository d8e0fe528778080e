import type { OrderStatus } from '#contract/order/order-state.ts'
import type { Tx } from '../../lib/db/db.ts'
import { getStatusBeforeHold, isLost, type OrderState, statusSequence } from './order-status.ts'

export type OrderTimestamp =
  | 'createdAt'
  | 'confirmedAt'
  | 'shippedAt'
  | 'deliveredAt'
  | 'completedAt'
  | 'canceledAt'
/** A draft becomes an order when it is placed, whose date then is that of the order. */
const timestampByStatus: Partial<Record<OrderStatus, OrderTimestamp>> = {
  pending: 'createdAt',
  confirmed: 'confirmedAt',
  shipped: 'shippedAt',
  delivered: 'deliveredAt',
  completed: 'completedAt',
}
const getTimestamp = (status: OrderStatus) => timestampByStatus[status] ?? []

/**
 * Returns the skipped statuses and the timestamps to set and to clear. Skipped statuses get the
 * time of the change; a step back clears the timestamps of the later statuses.
 */
export function planTransition(
  from: OrderStatus,
  to: OrderStatus,
  requiresShipping: boolean,
): {
  skipped: OrderStatus[]
  timestampsToSet: OrderTimestamp[]
  timestampsToClear: OrderTimestamp[]
} {
  if (from === to) return { skipped: [], timestampsToSet: [], timestampsToClear: [] }
  if (to === 'cancelled')
    return { skipped: [], timestampsToSet: ['canceledAt'], timestampsToClear: [] }
  if (from === 'cancelled')
    return { skipped: [], timestampsToSet: [], timestampsToClear: ['canceledAt', 'confirmedAt'] }
  if (to === 'on_hold' || from === 'on_hold' || to === 'returned')
    return { skipped: [], timestampsToSet: [], timestampsToClear: [] }
  const [start, end] = [statusSequence.indexOf(from), statusSequence.indexOf(to)]
  if (end < start)
    return {
      skipped: [],
      timestampsToSet: [],
      timestampsToClear: statusSequence.slice(end + 1, start + 1).flatMap(getTimestamp),
    }
  const passedStatuses = statusSequence
    .slice(start + 1, end + 1)
    .filter(step => step !== 'shipped' || requiresShipping)
  return {
    skipped: passedStatuses.filter(step => step !== to),
    timestampsToSet: passedStatuses.flatMap(getTimestamp),
    timestampsToClear: [],
  }
}

/**
 * Like `planTransition`. A draft that was canceled and is reopened is placed then, which is its date as
 * an order. An order whose parcels are lost is completed without a delivery. If a hold ends
 * because no unit is open, the order is shipped from its status before the hold.
 */
export function planOrderTransition(
  order: Pick<OrderState, 'status' | 'previousStatus' | 'fulfillments'>,
  to: OrderStatus,
  requiresShipping: boolean,
): ReturnType<typeof planTransition> {
  const { previousStatus } = order
  const from =
    order.status === 'on_hold' && to !== 'on_hold' ? getStatusBeforeHold(order) : order.status
  const plan = planTransition(from, to, requiresShipping)
  const isPlaced = from === 'cancelled' && previousStatus === 'draft' && to === 'pending'
  if (isPlaced) return { ...plan, timestampsToSet: ['createdAt'] }
  if (from !== 'shipped' || to !== 'completed' || !isLost(order)) return plan
  return { ...plan, skipped: [], timestampsToSet: ['completedAt'] }
}

/** Returns the columns of the timestamps that a transition sets and clears. */
export const toTimestampColumns = (
  tx: Tx,
  {
    timestampsToSet,
    timestampsToClear,
  }: Pick<ReturnType<typeof planTransition>, 'timestampsToSet' | 'timestampsToClear'>,
) => ({
  ...Object.fromEntries(timestampsToClear.map(stamp => [stamp, null])),
  ...Object.fromEntries(timestampsToSet.map(stamp => [stamp, tx`now()`])),
})
