import type { z } from 'zod'
import { type BulkReply, maxBulkRows } from '#contract/lib/call/bulk.ts'
import type { ErrorMessage } from '#contract/lib/call/problem.ts'
import type { orderArchiveApi } from '#contract/order/order-archive.ts'
import type { AppliedDiscount } from '#contract/storefront/storefront-order.ts'
import { returnDiscounts } from '../discount/rule/return-discounts.ts'
import type { Principal } from '../lib/call/authenticate.ts'
import { type BulkBatch, toBulkReply } from '../lib/call/bulk-selection.ts'
import { createErrorMessage } from '../lib/call/error-message.ts'
import { Problem } from '../lib/call/problem.ts'
import type { Tx } from '../lib/db/db.ts'
import { isInUse } from './draft-expiry.ts'
import { lockOrderDiscounts } from './items/order-locks.ts'
import { resolveOrderSelection } from './order-bulk.ts'

type DraftRow = { id: string; number: string; isDraft: boolean; isInUse: boolean }

const readDrafts = (tx: Tx, ids: readonly string[], lock = tx``) => tx<DraftRow[]>`
  select id, number, status = 'draft' as is_draft, ${isInUse(tx)} as is_in_use
  from "order" o where id = any (${ids}::uuid[]) order by id ${lock}`

/**
 * Deletes the drafts among the orders, and returns the errors of the others by id. Their discounts can be
 * used again. Drafts have taken no stock. Their files are deleted with them.
 */
export async function deleteDrafts(tx: Tx, ids: readonly string[]) {
  const result = checkDrafts(await readDrafts(tx, ids, tx`for update`))
  const deletedIds = [...result.numbers.keys()].filter(id => !result.errors.has(id))
  await returnDraftDiscounts(tx, deletedIds)
  await tx`delete from "order" where id = any (${deletedIds}::uuid[])`
  return result
}

function checkDrafts(orders: readonly DraftRow[]) {
  const errors = new Map<string, ErrorMessage>()
  for (const { id, isDraft, isInUse: hasUse } of orders) {
    if (!isDraft) errors.set(id, createErrorMessage('order_not_draft'))
    else if (hasUse) errors.set(id, createErrorMessage('draft_in_use'))
  }
  return { numbers: new Map(orders.map(({ id, number }) => [id, number])), errors }
}

async function returnDraftDiscounts(tx: Tx, ids: readonly string[]): Promise<void> {
  await lockOrderDiscounts(tx, ids)
  const rows = await tx<(AppliedDiscount & { orderId: string })[]>`
    select order_id, discount_id as discount, name, code, amount from order_discount
    where order_id = any (${ids}::uuid[]) and discount_id is not null`
  for (const discounts of Map.groupBy(rows, ({ orderId }) => orderId).values())
    await returnDiscounts(tx, discounts)
}

/** @throws Problem 404 order_not_found, or 409 order_not_draft or draft_in_use */
export async function deleteDraft(tx: Tx, id: string): Promise<void> {
  const { numbers, errors } = await deleteDrafts(tx, [id])
  if (!numbers.has(id)) throw new Problem(404, 'order_not_found')
  const error = errors.get(id)
  if (error) throw new Problem(409, error)
}

/** Deletes the selected drafts. An order that is not a draft is reported and does not stop the others. */
export async function bulkDeleteDrafts(
  { tx, principal }: { tx: Tx; principal: Pick<Principal, 'abilities'> },
  body: z.infer<typeof orderArchiveApi.bulkDeleteDrafts.body>,
): Promise<BulkReply> {
  const batch = await resolveOrderSelection(tx, body, maxBulkRows, principal.abilities)
  const { numbers, errors } = await deleteDrafts(tx, batch.ids)
  return toBulkReply(batch, numbers, errors)
}

/** Returns the reply to a bulk call that deletes the orders. Writes nothing. */
export async function previewBulkDelete(tx: Tx, batch: BulkBatch): Promise<BulkReply> {
  const { numbers, errors } = checkDrafts(await readDrafts(tx, batch.ids))
  return toBulkReply(batch, numbers, errors)
}
