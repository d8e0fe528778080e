import type { App } from '../lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { enqueueReminder, listDueReminders } from './cart-store.ts'

/** Returns the job that sends the reminders of abandoned carts, after the delay that the store set. */
export const cartReminderSchedule = (app: Pick<App, 'db'>): JobHandlers => ({
  'cart.remind': async (_payload, { abortSignal }) => {
    const stores = await withTransaction(
      app.db,
      {},
      tx => tx<{ storeId: string }[]>`select store_id from list_stores_with_cart_reminders()`,
    )
    for (const { storeId } of stores) {
      if (abortSignal?.aborted) return
      await withStoreTransaction(app.db, storeId, async tx => {
        for (const { id } of await listDueReminders(tx)) await enqueueReminder(tx, storeId, id)
      })
    }
  },
})
