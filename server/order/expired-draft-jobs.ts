import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { deleteDrafts } from './delete-drafts.ts'
import { isInUse } from './draft-expiry.ts'

const batchSize = 200

/** Returns the job that deletes drafts without a change for a year. */
export const expiredDraftJobs = ({ db }: Pick<App, 'db'>): JobHandlers => ({
  'order.deleteExpiredDrafts': async (_payload, { abortSignal }) => {
    const stores = await withTransaction(
      db,
      {},
      tx => tx<{ storeId: string }[]>`select store_id from list_stores_with_expired_drafts()`,
    )
    for (const { storeId } of stores) {
      let count = batchSize
      while (count === batchSize) {
        abortSignal?.throwIfAborted()
        count = await withStoreTransaction(db, storeId, deleteExpiredDrafts)
      }
    }
  },
})

/**
 * Returns the number of deleted drafts. A draft that is being saved is kept: its row is locked, and
 * is no longer old afterwards.
 */
async function deleteExpiredDrafts(tx: Tx): Promise<number> {
  const drafts = await tx<{ id: string }[]>`
    select id from "order" o
    where status = 'draft' and updated_at < now() - interval '365 days'
      and not ${isInUse(tx)}
    order by updated_at limit ${batchSize}
    for update skip locked`
  const { numbers, errors } = await deleteDrafts(
    tx,
    drafts.map(({ id }) => id),
  )
  return numbers.size - errors.size
}
