import type { z } from 'zod'
import { type customerApi, customerLimits } from '#contract/customer.ts'
import { type BulkReply, maxCountedRows } from '#contract/lib/bulk.ts'
import { resolveBulkSelection, toBulkReply } from '../lib/call/bulk-selection.ts'
import type { Tx } from '../lib/db/db.ts'
import { changeTags, createTagLimitErrors } from '../rule/change-tags.ts'
import { customerConditions } from './customer-store.ts'

type Chosen = z.infer<typeof customerApi.bulkDelete.body>
type TagBody = z.infer<typeof customerApi.bulkUpdateTags.body>
type Named = { id: string; name: string }

const find = (tx: Tx, body: Chosen) =>
  resolveBulkSelection(tx, body, {
    from: tx`customer c`,
    id: 'c.id',
    batchSize: maxCountedRows,
    conditions: where => customerConditions(tx, where),
  })
const called = (tx: Tx) => tx`id, coalesce(nullif(name, ''), nullif(email, ''), phone) as name`
const byId = (rows: readonly Named[]) => new Map(rows.map(row => [row.id, row.name]))

export async function changeCustomerTags(
  tx: Tx,
  { add, remove, ...chosen }: TagBody,
): Promise<BulkReply> {
  const rows = await find(tx, chosen)
  const there = byId(
    await tx<
      Named[]
    >`select ${called(tx)} from customer where id = any (${rows.ids}::uuid[]) order by id for no key update`,
  )
  const changed = await changeTags(
    tx,
    'customer',
    [...there.keys()],
    { add, remove },
    customerLimits.tags,
  )
  return toBulkReply(rows, there, createTagLimitErrors(changed, customerLimits.tags))
}

/** The orders stay, and say for whom they were. They are held first, as everything that changes an order does. */
export async function removeCustomers(tx: Tx, chosen: Chosen): Promise<BulkReply> {
  const rows = await find(tx, chosen)
  await tx`select 1 from "order" where customer_id = any (${rows.ids}::uuid[]) order by id for update`
  const gone = await tx<Named[]>`
    delete from customer where id in (select id from customer where id = any (${rows.ids}::uuid[]) order by id for update) returning ${called(tx)}`
  return toBulkReply(rows, byId(gone))
}
