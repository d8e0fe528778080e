import type { Disk } from 'flydrive'
import type { App } from '../lib/call/serve.ts'
import { withBusinessTransaction, withTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'

type ImportKey = { businessId: string; id: string }

/**
 * `import.rescue` ends imports whose job was killed as often as it is tried, which would run for ever otherwise;
 * `import.tidy` deletes uploaded files a week after their import ended.
 */
export const scheduledImportJobs = (app: App, disk: Disk): JobHandlers => ({
  'import.rescue': async () => {
    const abandonedImports = await withTransaction(
      app.db,
      {},
      tx => tx<ImportKey[]>`select business_id, id from list_stalled_imports()`,
    )
    for (const { businessId, id } of abandonedImports)
      await withBusinessTransaction(
        app.db,
        businessId,
        tx => tx`
      update import set fetching = false,
        status = case when status in ('planning', 'running') then 'failed' else status end,
        finished_at = case when status in ('planning', 'running') then now() else finished_at end,
        message = case status
          when 'planning' then 'Checking this file was interrupted several times. Upload it again; a smaller part of it may do.'
          when 'running' then 'This import was interrupted several times. Start it again: it goes on where it stopped.'
          else message end
      where id = ${id} and exists (select 1 from list_stalled_imports() a where a.id = import.id)`,
      )
  },
  'import.tidy': async (_, { abortSignal }) => {
    const expiredImports = await withTransaction(
      app.db,
      {},
      tx => tx<ImportKey[]>`select business_id, id from list_unused_import_files()`,
    )
    for (const { businessId, id } of expiredImports) {
      abortSignal?.throwIfAborted()
      await withBusinessTransaction(app.db, businessId, async tx => {
        // Held, so that a start at this moment finds either the file or none.
        const [row] = await tx<
          { fileKey: string }[]
        >`select file_key from import where id = ${id} and status in ('done', 'failed', 'cancelled') for update`
        if (!row?.fileKey) return
        await tx`update import set file_key = '' where id = ${id}`
        await disk.delete(row.fileKey)
      })
    }
  },
})
