import type { z } from 'zod'
import { type BulkReply, maxBulkRows, maxCountedRows } from '#contract/lib/call/bulk.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import type { orderApi } from '#contract/order/order.ts'
import type { orderArchiveApi } from '#contract/order/order-archive.ts'
import type { OrderStatus } from '#contract/order/order-state.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { inSteps, type ReportProgress } from '../lib/call/bulk-progress.ts'
import {
  type BulkBatch,
  forEachInSavepoint,
  resolveBulkSelection,
  summarizeBulkResults,
  toBulkReply,
} from '../lib/call/bulk-selection.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { assertFound } from '../lib/call/problem.ts'
import { changeTags, createTagLimitErrors, type TagChangeResult } from '../lib/db/change-tags.ts'
import type { Tx } from '../lib/db/db.ts'
import { bulkUpdateArchived } from './archive-orders.ts'
import { applyOrderChange, writeAppliedChanges } from './change/apply-change.ts'
import { applyShipmentEffects, changesStock, toStatusChange } from './change/status-change.ts'
import { createOrderEvents } from './fulfillment/order-event.ts'
import { lockOrderDiscounts } from './items/order-locks.ts'
import { findOrderConditions } from './order-list.ts'
import { assertChangeable, type LockedOrder, lockOrders } from './order-store.ts'
import { recordTransactions } from './payment/order-payment.ts'
import {
  type PlannedChange,
  planBulkPayment,
  planBulkStatus,
  planBulkStep,
  planOrders,
} from './plan-bulk-change.ts'

type OrderBulkBody<K extends 'bulkUpdateStatus' | 'bulkUpdateTags' | 'bulkAddPayment'> = z.infer<
  (typeof orderApi)[K]['body']
>
type OrderBulkAbilities = readonly Ability[]
export type OrderSelection = Pick<
  OrderBulkBody<'bulkUpdateStatus'>,
  'ids' | 'filter' | 'excludedIds' | 'expectedCount' | 'after'
>
type BulkCall = {
  tx: Tx
  principal: Pick<Principal, 'storeId' | 'abilities'>
  reportProgress: ReportProgress
}

/** Each order whose stock changes needs statements of its own. */
const maxStockChanges = 100
const maxTags = 20

export const resolveOrderSelection = (
  tx: Tx,
  { ids, filter, excludedIds, expectedCount, after }: OrderSelection,
  limit: number,
  abilities: OrderBulkAbilities,
) =>
  resolveBulkSelection(
    tx,
    { ids, filter, excludedIds, expectedCount, after },
    {
      from: tx`"order" o`,
      id: 'o.id',
      batchSize: limit,
      conditions: filters => findOrderConditions(tx, filters, abilities),
    },
  )

/**
 * Moves the selected orders forward to a status: those that have passed it stay as they are, and an
 * order that fails does not stop the others. The results have the order of the request.
 */
export async function bulkUpdateOrderStatus(
  { tx, principal, reportProgress }: BulkCall,
  body: OrderBulkBody<'bulkUpdateStatus'>,
): Promise<BulkReply> {
  const { storeId, abilities } = principal
  const { status, reason, note, tracking, restock, isNotified } = body
  const { change } = toStatusChange({ status, reason, note, tracking, restock, isNotified })
  if (changesStock('draft', change.status)) {
    const batch = await resolveOrderSelection(tx, body, maxStockChanges, abilities)
    const orders = await lockOrdersAndDependents(tx, batch.ids)
    return changeOneByOne(tx, { batch, orders }, change.status, id =>
      applyOrderChange({ tx, storeId, id }, { change }),
    )
  }
  const batch = await resolveOrderSelection(tx, body, maxBulkRows, abilities)
  const orders = await lockOrders(tx, batch.ids)
  return changeOrders(
    { batch, orders, reportProgress },
    {
      plan: order => planBulkStatus(order, change),
      async write(changes) {
        await applyShipmentEffects(
          tx,
          changes.map(({ order }) => order),
          change,
        )
        await writeAppliedChanges(
          tx,
          changes.map(({ order, planned }) => ({ order, applied: planned })),
        )
      },
    },
  )
}

/** Records a payment of the open balance for each order. */
export async function bulkRecordPayments(
  { tx, principal, reportProgress }: BulkCall,
  { method, ...body }: OrderBulkBody<'bulkAddPayment'>,
): Promise<BulkReply> {
  const batch = await resolveOrderSelection(tx, body, maxBulkRows, principal.abilities)
  const orders = await lockOrders(tx, batch.ids)
  await lockCustomers(tx, batch.ids)
  return changeOrders(
    { batch, orders, reportProgress },
    {
      plan: order => planBulkPayment(order, method),
      write: changes =>
        recordTransactions(
          tx,
          'payment',
          changes.map(({ order, planned }) => ({ order, transaction: planned })),
        ),
    },
  )
}

export async function bulkUpdateOrderTags(
  { tx, principal, reportProgress }: BulkCall,
  body: OrderBulkBody<'bulkUpdateTags'>,
): Promise<BulkReply> {
  const selection = await resolveOrderSelection(tx, body, maxCountedRows, principal.abilities)
  const lockedNumbers = await lockOrdersReturningNumbers(tx, selection.ids)
  const archivedIds = await findArchivedIds(tx, selection.ids)
  const tagChanges: TagChangeResult[] = []
  await inSteps(
    [...lockedNumbers.keys()].filter(id => !archivedIds.has(id)),
    reportProgress,
    async ids => {
      const changed = await changeTags(tx, { table: 'order', ids, change: body, maxTags })
      tagChanges.push(...changed)
      await createOrderEvents(
        tx,
        changed
          .filter(({ isChanged }) => isChanged)
          .map(({ id, addedTags, removedTags }) => ({
            orderId: id,
            type: 'edited',
            data: { fields: ['tags'], addedTags, removedTags },
          })),
      )
    },
  )
  const errors = createTagLimitErrors(tagChanges, maxTags)
  for (const id of archivedIds) errors.set(id, createErrorMessage('order_archived'))
  const unchangedIds = tagChanges.flatMap(({ id, isChanged }) => (isChanged ? [] : id))
  return toBulkReply(selection, lockedNumbers, errors, new Set(unchangedIds))
}

async function findArchivedIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select id from "order" where id = any (${ids}::uuid[]) and archived_at is not null`
  return new Set(rows.map(({ id }) => id))
}

export const bulkArchiveOrders = async (
  { tx, principal, reportProgress }: BulkCall,
  body: z.infer<typeof orderArchiveApi.bulkUpdateArchived.body>,
): Promise<BulkReply> =>
  bulkUpdateArchived(
    tx,
    await resolveOrderSelection(tx, body, maxCountedRows, principal.abilities),
    { isArchived: body.isArchived, reportProgress },
  )

type LockedBatch = { batch: BulkBatch; orders: LockedOrder[]; reportProgress: ReportProgress }
type OrderWork<T> = {
  /** Returns the change of an order, or undefined if there is nothing to change. @throws Problem */
  plan: (order: LockedOrder) => T | undefined
  /** Writes the changes of several orders at once. */
  write: (changes: readonly PlannedChange<T>[]) => Promise<void>
}

/**
 * Changes orders in steps, after each of which the progress is reported. All orders are checked
 * before the first is written, so that an order that fails changes nothing.
 */
async function changeOrders<T>(
  { batch, orders, reportProgress }: LockedBatch,
  { plan, write }: OrderWork<T>,
): Promise<BulkReply> {
  const { changes, reply } = planOrders(batch, orders, plan)
  await inSteps(changes, reportProgress, write)
  return reply
}

/** Changes orders one by one, each in a savepoint. */
async function changeOneByOne(
  tx: Tx,
  { batch: { ids, next }, orders }: Omit<LockedBatch, 'reportProgress'>,
  status: OrderStatus,
  apply: (id: string) => Promise<unknown>,
): Promise<BulkReply> {
  const ordersById = new Map(orders.map(order => [order._id, order]))
  const unchangedIds = new Set<string>()
  const results = await forEachInSavepoint(
    tx,
    ids.toSorted(),
    id => ordersById.get(id)?.number ?? '',
    async id => {
      const order = assertFound(ordersById.get(id), 'order_not_found')
      assertChangeable(order)
      if (planBulkStep(order, status)) await apply(id)
      else unchangedIds.add(id)
    },
  )
  return summarizeBulkResults(
    ids.flatMap(id => {
      const result = results.get(id) ?? []
      return unchangedIds.has(id) ? { ...result, isUnchanged: true } : result
    }),
    next,
  )
}

async function lockOrdersReturningNumbers(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx<
    { id: string; number: string }[]
  >`select id, number from "order" where id = any (${ids}::uuid[]) order by id for update`
  return new Map(rows.map(row => [row.id, row.number]))
}

/** Locks all rows that the changes will touch, in the order of `order-locks.ts`. */
async function lockOrdersAndDependents(tx: Tx, ids: readonly string[]): Promise<LockedOrder[]> {
  const orders = await lockOrders(tx, ids)
  await Promise.all([
    lockOrderDiscounts(tx, ids),
    tx`
      select 1 from variant
      where id in (select variant_id from order_line where order_id = any (${ids}::uuid[]))
      order by id for no key update`,
    tx`
      select 1 from product
      where id in (select product_id from order_line where order_id = any (${ids}::uuid[]))
      order by id for no key update`,
    lockCustomers(tx, ids),
  ])
  return orders
}

/** A changed total of an order updates its customer. */
const lockCustomers = (tx: Tx, orderIds: readonly string[]) => tx`
  select 1 from customer
  where id in (select customer_id from "order" where id = any (${orderIds}::uuid[]))
  order by id for no key update`
