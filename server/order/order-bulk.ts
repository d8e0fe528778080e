import type { z } from 'zod'
import { type BulkReply, maxCountedRows } from '#contract/lib/call/bulk.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import type { orderApi } from '#contract/order/order.ts'
import type { orderArchiveApi } from '#contract/order/order-archive.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import {
  type BulkBatch,
  forEachInSavepoint,
  resolveBulkSelection,
  summarizeBulkResults,
  toBulkReply,
} from '../lib/call/bulk-selection.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { Problem } from '../lib/call/problem.ts'
import { changeTags, createTagLimitErrors } from '../lib/db/change-tags.ts'
import type { Tx } from '../lib/db/db.ts'
import { bulkUpdateArchived } from './archive-orders.ts'
import { applyOrderChange } from './change/apply-change.ts'
import { toStatusChange } from './change/status-change.ts'
import { getBalance } from './fulfillment/order-status.ts'
import { lockOrderDiscounts } from './items/order-locks.ts'
import { findOrderConditions } from './order-list.ts'
import { lockChangeableOrder } from './order-store.ts'
import { createPayment } from './payment/order-payment.ts'

type OrderBulkBody<K extends 'bulkUpdateStatus' | 'bulkUpdateTags' | 'bulkAddPayment'> = z.infer<
  (typeof orderApi)[K]['body']
>
type OrderBulkAbilities = readonly Ability[]
type OrderSelection = Pick<
  OrderBulkBody<'bulkUpdateStatus'>,
  'ids' | 'filter' | 'excludedIds' | 'expectedCount' | 'after'
>

const maxStatusUpdates = 100
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
 * Changes the status of each order on its own: an order that fails does not stop the others. The
 * results have the order of the request.
 */
export async function bulkUpdateOrderStatus(
  tx: Tx,
  body: OrderBulkBody<'bulkUpdateStatus'>,
  { storeId, abilities }: Pick<Principal, 'storeId' | 'abilities'>,
): Promise<BulkReply> {
  const { status, reason, note, tracking, restock } = body
  const change = toStatusChange({ status, reason, note, tracking, restock })
  return forEachOrder(tx, await resolveOrderSelection(tx, body, maxStatusUpdates, abilities), id =>
    applyOrderChange({ tx, storeId, id }, change),
  )
}

/** Records a payment of the open balance for each order. */
export async function bulkRecordPayments(
  tx: Tx,
  body: OrderBulkBody<'bulkAddPayment'>,
  abilities: OrderBulkAbilities,
): Promise<BulkReply> {
  return forEachOrder(
    tx,
    await resolveOrderSelection(tx, body, maxStatusUpdates, abilities),
    async id => {
      const amount = getBalance(await lockChangeableOrder(tx, id))
      if (amount <= 0) throw new Problem(409, 'nothing_to_pay')
      await createPayment(tx, id, { amount, method: body.method })
    },
  )
}

export async function bulkUpdateOrderTags(
  tx: Tx,
  body: OrderBulkBody<'bulkUpdateTags'>,
  abilities: OrderBulkAbilities,
): Promise<BulkReply> {
  const selection = await resolveOrderSelection(tx, body, maxCountedRows, abilities)
  const lockedNumbers = await lockOrdersReturningNumbers(tx, selection.ids)
  const archivedIds = await findArchivedIds(tx, selection.ids)
  const tagChanges = await changeTags(tx, {
    table: 'order',
    ids: [...lockedNumbers.keys()].filter(id => !archivedIds.has(id)),
    change: body,
    maxTags,
  })
  const editedIds = tagChanges.filter(row => row.isChanged).map(row => row.id)
  await tx`
    insert into order_event (order_id, type, actor_id, actor, data)
    select id, 'edited', current_person(),
      coalesce((select full_name from person where id = current_person()), ''),
      ${tx.json({ fields: ['tags'] })}
    from unnest(${editedIds}::uuid[]) id`
  const errors = createTagLimitErrors(tagChanges, maxTags)
  for (const id of archivedIds) errors.set(id, createErrorMessage('order_archived'))
  return toBulkReply(selection, lockedNumbers, errors)
}

async function findArchivedIds(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const rows = await tx<{ id: string }[]>`
    select id from "order" where id = any (${ids}::uuid[]) and archived_at is not null`
  return new Set(rows.map(({ id }) => id))
}

export const bulkArchiveOrders = async (
  tx: Tx,
  body: z.infer<typeof orderArchiveApi.bulkUpdateArchived.body>,
  abilities: OrderBulkAbilities,
): Promise<BulkReply> =>
  bulkUpdateArchived(
    tx,
    await resolveOrderSelection(tx, body, maxCountedRows, abilities),
    body.isArchived,
  )

async function forEachOrder(
  tx: Tx,
  { ids, next }: BulkBatch,
  action: (id: string) => Promise<unknown>,
): Promise<BulkReply> {
  const numbers = await lockOrdersAndDependents(tx, ids)
  const results = await forEachInSavepoint(tx, ids.toSorted(), id => numbers.get(id) ?? '', action)
  return summarizeBulkResults(
    ids.flatMap(id => results.get(id) ?? []),
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
async function lockOrdersAndDependents(
  tx: Tx,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const [numbers] = await Promise.all([
    lockOrdersReturningNumbers(tx, ids),
    lockOrderDiscounts(tx, ids),
    tx`
      select 1 from variant
      where id in (select variant_id from order_line where order_id = any (${ids}::uuid[]))
      order by id for no key update`,
    tx`
      select 1 from product
      where id in (select product_id from order_line where order_id = any (${ids}::uuid[]))
      order by id for no key update`,
    tx`
      select 1 from customer
      where id in (select customer_id from "order" where id = any (${ids}::uuid[]))
      order by id for no key update`,
  ])
  return numbers
}
