import type { z } from 'zod'
import { type customerApi, customerLimits } from '#contract/customer/customer.ts'
import { type BulkReply, maxCountedRows } from '#contract/lib/call/bulk.ts'
import { resolveBulkSelection, toBulkReply } from '../lib/call/bulk-selection.ts'
import { changeTags, createTagLimitErrors } from '../lib/db/change-tags.ts'
import type { Tx } from '../lib/db/db.ts'
import { findCustomerConditions } from './customer-store.ts'

type CustomerSelection = z.infer<typeof customerApi.bulkDelete.body>
type CustomerTagsBody = z.infer<typeof customerApi.bulkUpdateTags.body>
type NamedCustomer = { id: string; name: string }

const resolveCustomers = (tx: Tx, body: CustomerSelection) =>
  resolveBulkSelection(tx, body, {
    from: tx`customer c`,
    id: 'c.id',
    batchSize: maxCountedRows,
    conditions: filter => findCustomerConditions(tx, filter),
  })
const selectNameColumns = (tx: Tx) =>
  tx`id, coalesce(nullif(name, ''), nullif(email, ''), phone) as name`
const toNameMap = (rows: readonly NamedCustomer[]) => new Map(rows.map(row => [row.id, row.name]))

export async function updateCustomerTags(
  tx: Tx,
  { add, remove, ...selectionInput }: CustomerTagsBody,
): Promise<BulkReply> {
  const selection = await resolveCustomers(tx, selectionInput)
  const lockedNames = toNameMap(
    await tx<NamedCustomer[]>`
      select ${selectNameColumns(tx)} from customer where id = any (${selection.ids}::uuid[])
      order by id for no key update`,
  )
  const tagChanges = await changeTags(tx, {
    table: 'customer',
    ids: [...lockedNames.keys()],
    change: { add, remove },
    maxTags: customerLimits.tags,
  })
  return toBulkReply(selection, lockedNames, createTagLimitErrors(tagChanges, customerLimits.tags))
}

/**
 * Deletes customers. Their orders stay and keep the name of the customer. The orders are locked
 * first, as every change of an order does.
 */
export async function deleteCustomers(
  tx: Tx,
  selectionInput: CustomerSelection,
): Promise<BulkReply> {
  const selection = await resolveCustomers(tx, selectionInput)
  const { ids } = selection
  await tx`select 1 from "order" where customer_id = any (${ids}::uuid[]) order by id for update`
  const deletedRows = await tx<NamedCustomer[]>`
    delete from customer
    where id in (select id from customer where id = any (${ids}::uuid[]) order by id for update)
    returning ${selectNameColumns(tx)}`
  return toBulkReply(selection, toNameMap(deletedRows))
}
