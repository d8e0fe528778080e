import type { BulkReply } from '#contract/lib/call/bulk.ts'
import type { ErrorMessage } from '#contract/lib/call/problem.ts'
import type { Order } from '#contract/order/order.ts'
import {
  archivableStatuses,
  type OrderStatus,
  openReturnStatuses,
} from '#contract/order/order-state.ts'
import { inSteps, type ReportProgress } from '../lib/call/bulk-progress.ts'
import { type BulkBatch, toBulkReply } from '../lib/call/bulk-selection.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { assertFound, Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { createOrderEvent } from './fulfillment/order-event.ts'
import { getBalance } from './fulfillment/order-status.ts'
import type { OrderAmounts } from './fulfillment/order-value.ts'
import { getOrder } from './order-store.ts'
import type { RefundAmounts } from './payment/load-refund-amounts.ts'

type ArchivableOrder = OrderAmounts &
  RefundAmounts & {
    id: string
    number: string
    status: OrderStatus
    isArchived: boolean
    hasOpenReturn: boolean
  }

/** Returns why an order cannot be archived: there is work left. */
function findOpenWork({ status, hasOpenReturn }: ArchivableOrder) {
  if (!archivableStatuses.some(s => s === status)) return 'order_still_open'
  return hasOpenReturn ? 'order_return_open' : undefined
}

/** Returns why a bulk call does not archive an order that is open or whose money is not settled. */
function findBulkObstacle(order: ArchivableOrder) {
  const openWork = findOpenWork(order)
  if (openWork) return openWork
  const balance = getBalance(order)
  if (balance > 0) return 'order_is_unpaid'
  return balance < 0 ? 'order_refund_due' : undefined
}

const readArchivableOrders = (tx: Tx, ids: readonly string[], lock = tx``) => tx<ArchivableOrder[]>`
  select id, number, status, total, unsold_total, paid_total, refunded_total, refunded_overpayment,
    amounts.*, archived_at is not null as "isArchived",
    return_status = any (${[...openReturnStatuses]}::text[]) as "hasOpenReturn"
  from "order" o cross join lateral order_refund_amounts(o) amounts
  where id = any (${ids}::uuid[]) order by id ${lock}`

/**
 * Puts an order into the archive or takes it out.
 * @throws Problem 409 order_still_open or order_return_open
 */
export async function updateArchived(tx: Tx, id: string, isArchived: boolean): Promise<Order> {
  const [row] = await readArchivableOrders(tx, [id], tx`for update`)
  const order = assertFound(row, 'order_not_found')
  const openWork = isArchived && findOpenWork(order)
  if (openWork) throw new Problem(409, openWork)
  await moveOrders(tx, [order], isArchived)
  return getOrder(tx, id)
}

/** Puts orders into the archive, except those with open work or money, or takes them out. */
export async function bulkUpdateArchived(
  tx: Tx,
  batch: BulkBatch,
  { isArchived, reportProgress }: { isArchived: boolean; reportProgress: ReportProgress },
): Promise<BulkReply> {
  const orders = await readArchivableOrders(tx, batch.ids, tx`for update`)
  const errors = isArchived ? findBulkErrors(orders) : new Map<string, ErrorMessage>()
  await inSteps(
    orders.filter(({ id }) => !errors.has(id)),
    reportProgress,
    step => moveOrders(tx, step, isArchived),
  )
  return toArchiveReply(batch, orders, { isArchived, errors })
}

/** Returns the reply to a bulk call that archives the orders. Writes nothing. */
export async function previewBulkArchive(tx: Tx, batch: BulkBatch): Promise<BulkReply> {
  const orders = await readArchivableOrders(tx, batch.ids)
  return toArchiveReply(batch, orders, { isArchived: true, errors: findBulkErrors(orders) })
}

function findBulkErrors(orders: readonly ArchivableOrder[]): Map<string, ErrorMessage> {
  const errors = new Map<string, ErrorMessage>()
  for (const order of orders) {
    const obstacle = order.isArchived ? undefined : findBulkObstacle(order)
    if (obstacle) errors.set(order.id, createErrorMessage(obstacle))
  }
  return errors
}

function toArchiveReply(
  batch: BulkBatch,
  orders: readonly ArchivableOrder[],
  { isArchived, errors }: { isArchived: boolean; errors: ReadonlyMap<string, ErrorMessage> },
): BulkReply {
  const unchangedIds = orders.flatMap(order => (order.isArchived === isArchived ? order.id : []))
  return toBulkReply(
    batch,
    new Map(orders.map(({ id, number }) => [id, number])),
    errors,
    new Set(unchangedIds),
  )
}

/** Orders that are already there do not change. */
async function moveOrders(tx: Tx, orders: readonly ArchivableOrder[], isArchived: boolean) {
  const ids = orders.filter(order => order.isArchived !== isArchived).map(({ id }) => id)
  if (ids.length === 0) return
  await tx`
    update "order" set archived_at = ${isArchived ? tx`now()` : tx`null`}, version = version + 1,
      updated_at = now()
    where id = any (${ids}::uuid[])`
  await tx`
    insert into order_event (order_id, type, actor_id, actor, data)
    select id, ${isArchived ? 'archived' : 'unarchived'}, current_person(),
      coalesce((select full_name from person where id = current_person()), ''), '{}'
    from unnest(${ids}::uuid[]) id`
}

/** Returns a locked order to the list after a request of its shopper. */
export async function unarchiveOrder(tx: Tx, order: Pick<Order, '_id' | 'archivedAt'>) {
  if (order.archivedAt === null) return
  await tx`
    update "order" set archived_at = null, version = version + 1, updated_at = now()
    where id = ${order._id}`
  await createOrderEvent(tx, order._id, 'unarchived', { isFromShopper: true })
}
