import type { App } from '../lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'

/** Returns the job that opens snoozed conversations when their time has come. */
export function wakeConversationJobs(app: App): JobHandlers {
  return {
    'conversation.wake': async (_payload, { abortSignal }) => {
      const stores = await withTransaction(
        app.db,
        {},
        tx => tx<{ storeId: string }[]>`select list_stores_with_due_conversations() as store_id`,
      )
      for (const { storeId } of stores) {
        if (abortSignal?.aborted) return
        await withStoreTransaction(
          app.db,
          storeId,
          tx => tx`
            update conversation set status = 'open', snoozed_until = null, version = version + 1, updated_at = now()
            where id in (
              select id from conversation where snoozed_until <= now() order by id for update)`,
        )
      }
    },
  }
}
