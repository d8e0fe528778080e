import type { z } from 'zod'
import { type BulkReply, maxBulkRows } from '#contract/lib/call/bulk.ts'
import type { Ability } from '#contract/lib/call/permission.ts'
import type {
  OrderBulkAction,
  OrderBulkPreview,
  orderBulkPreviewApi,
} from '#contract/order/order-bulk-preview.ts'
import type { BulkBatch } from '../lib/call/bulk-selection.ts'
import type { Tx } from '../lib/db/db.ts'
import { previewBulkArchive } from './archive-orders.ts'
import { previewBulkDelete } from './delete-drafts.ts'
import { countUnpaidOrders } from './fulfillment/count-unpaid-orders.ts'
import { resolveOrderSelection } from './order-bulk.ts'
import { type LockedOrder, loadOrders } from './order-store.ts'
import { planBulkPayment, planBulkStatus, planBulkStep, planOrders } from './plan-bulk-change.ts'

/**
 * Returns what a bulk action would do with the first 1,000 selected orders, by the rules of the action.
 * Locks and writes nothing, so that other calls can change an order meanwhile.
 * @throws Problem like `resolveBulkSelection`
 */
export async function previewBulkAction(
  tx: Tx,
  { action, ...selection }: z.infer<typeof orderBulkPreviewApi.previewBulk.body>,
  abilities: readonly Ability[],
): Promise<OrderBulkPreview> {
  const batch = await resolveOrderSelection(tx, selection, maxBulkRows, abilities)
  const { done, unchanged, results } = await previewBatch(tx, batch, action)
  return {
    changed: done - unchanged,
    unchanged,
    skipped: results.filter(({ ok }) => !ok),
    isPartial: batch.next !== null,
    unpaid: action === 'shipped' ? await countUnpaidOrders(tx, selection, abilities) : 0,
  }
}

async function previewBatch(tx: Tx, batch: BulkBatch, action: OrderBulkAction): Promise<BulkReply> {
  if (action === 'archived') return previewBulkArchive(tx, batch)
  if (action === 'deleted') return previewBulkDelete(tx, batch)
  if (action === 'tagged') return previewBulkTags(tx, batch)
  const orders = await loadOrders(tx, batch.ids)
  return planOrders(batch, orders, plans[action]).reply
}

/** The tags are entered in the dialog. */
async function previewBulkTags(tx: Tx, batch: BulkBatch): Promise<BulkReply> {
  const orders = await tx<Pick<LockedOrder, '_id' | 'number' | 'archivedAt'>[]>`
    select id as "_id", number, archived_at from "order" where id = any (${batch.ids}::uuid[])`
  return planOrders(batch, orders, () => true).reply
}

/** The change of an order, undefined if it stays as it is. A plan throws the reason to skip the order. */
const plans: Record<
  Exclude<OrderBulkAction, 'archived' | 'deleted' | 'tagged'>,
  (order: LockedOrder) => unknown
> = {
  shipped: order => planBulkStatus(order, { kind: 'changeStatus', status: 'shipped' }),
  delivered: order => planBulkStatus(order, { kind: 'changeStatus', status: 'delivered' }),
  // The reason is entered in the dialog, and the stock is checked with the change.
  cancelled: order => planBulkStep(order, 'cancelled') || undefined,
  paid: order => planBulkPayment(order, 'cash'),
}
