import type { z } from 'zod'
import { type customerApi, customerLimits } from '#contract/customer.ts'
import { type BulkReply, maxCountedRows } from '#contract/lib/bulk.ts'
import { resolveBulkSelection, toBulkReply } from '../lib/call/bulk-selection.ts'
import type { Tx } from '../lib/db/db.ts'
import { changeTags, createTagLimitErrors } from '../rule/change-tags.ts'
import { customerConditions } from './customer-store.ts'

type CustomerSelection = z.infer<typeof customerApi.bulkDelete.body>
type CustomerTagsBody = z.infer<typeof customerApi.bulkUpdateTags.body>
type NamedCustomer = { id: string; name: string }

const resolveCustomers = (tx: Tx, body: CustomerSelection) =>
  resolveBulkSelection(tx, body, {
    from: tx`customer c`,
    id: 'c.id',
    batchSize: maxCountedRows,
    conditions: where => customerConditions(tx, where),
  })
const nameColumns = (tx: Tx) => tx`id, coalesce(nullif(name, ''), nullif(email, ''), phone) as name`
const toNameMap = (rows: readonly NamedCustomer[]) => new Map(rows.map(row => [row.id, row.name]))

export async function updateCustomerTags(
  tx: Tx,
  { add, remove, ...selection }: CustomerTagsBody,
): Promise<BulkReply> {
  const selectedRows = await resolveCustomers(tx, selection)
  const lockedNames = toNameMap(
    await tx<
      NamedCustomer[]
    >`select ${nameColumns(tx)} from customer where id = any (${selectedRows.ids}::uuid[]) order by id for no key update`,
  )
  const tagResults = await changeTags(
    tx,
    'customer',
    [...lockedNames.keys()],
    { add, remove },
    customerLimits.tags,
  )
  return toBulkReply(
    selectedRows,
    lockedNames,
    createTagLimitErrors(tagResults, customerLimits.tags),
  )
}

/** The orders stay, and say for whom they were. They are held first, as everything that changes an order does. */
export async function deleteCustomers(tx: Tx, selection: CustomerSelection): Promise<BulkReply> {
  const selectedRows = await resolveCustomers(tx, selection)
  await tx`select 1 from "order" where customer_id = any (${selectedRows.ids}::uuid[]) order by id for update`
  const deletedRows = await tx<NamedCustomer[]>`
    delete from customer where id in (select id from customer where id = any (${selectedRows.ids}::uuid[]) order by id for update) returning ${nameColumns(tx)}`
  return toBulkReply(selectedRows, toNameMap(deletedRows))
}
