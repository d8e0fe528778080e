import type { App } from '../lib/call/serve.ts'
import { withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { publishScheduled } from './theme-publish-store.ts'

/** Maximum number of themes per run. The next run publishes the rest. */
const batchSize = 1000

/** Publishes the themes whose publication is due. */
export const themePublishJobs = (app: App): JobHandlers => ({
  'theme.publish': async (_payload, { abortSignal }) => {
    const dueThemes = await withTransaction(
      app.db,
      {},
      tx => tx<{ storeId: string; themeId: string }[]>`
        select store_id, theme_id from list_due_theme_publications(${batchSize})`,
    )
    for (const { storeId, themeId } of dueThemes) {
      if (abortSignal?.aborted) return
      try {
        await withStoreTransaction(app.db, storeId, tx => publishScheduled(tx, themeId))
      } catch (error) {
        // The theme stays due. The others must not wait for it.
        app.log.error({ err: error, storeId, themeId }, 'A theme could not be published.')
      }
    }
  },
})
