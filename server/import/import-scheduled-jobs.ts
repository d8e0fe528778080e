import type { Disk } from 'flydrive'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { interruptedMessages } from './interrupted-messages.ts'

type ImportKey = { storeId: string; id: string }

/**
 * `import.recover` fails imports whose job was killed at each attempt, because they would seem to
 * run forever. `import.cleanup` deletes uploaded files a week after their import has ended.
 */
export const scheduledImportJobs = (app: App, disk: Disk): JobHandlers => ({
  'import.recover': async () => {
    const stalledImports = await withTransaction(
      app.db,
      {},
      tx => tx<ImportKey[]>`select store_id, id from list_stalled_imports()`,
    )
    for (const { storeId, id } of stalledImports)
      await withStoreTransaction(app.db, storeId, tx => endStalledImport(tx, id))
  },
  'import.cleanup': async (_, { abortSignal }) => {
    const expiredImports = await withTransaction(
      app.db,
      {},
      tx => tx<ImportKey[]>`select store_id, id from list_unused_import_files()`,
    )
    for (const { storeId, id } of expiredImports) {
      abortSignal?.throwIfAborted()
      await withStoreTransaction(app.db, storeId, async tx => {
        // The lock lets a start at this moment find either the file or no file.
        const [row] = await tx<{ fileKey: string }[]>`
          select file_key from import
          where id = ${id} and status in ('done', 'failed', 'cancelled') for update`
        if (!row?.fileKey) return
        await tx`update import set file_key = '' where id = ${id}`
        await disk.delete(row.fileKey)
      })
    }
  },
})

/** Fails a stalled import, and stops a stalled copy of its images. */
async function endStalledImport(tx: Tx, id: string): Promise<void> {
  const { planning, running } = interruptedMessages
  await tx`
    update import set is_fetching_images = false,
      status = case when status in ('planning', 'running') then 'failed' else status end,
      finished_at = case when status in ('planning', 'running') then now() else finished_at end,
      code = case status when 'planning' then ${planning.code} when 'running' then ${running.code} else code end,
      message = case status
        when 'planning' then ${planning.message}
        when 'running' then ${running.message}
        else message
      end
    where id = ${id} and exists (select 1 from list_stalled_imports() stalled where stalled.id = import.id)`
}
