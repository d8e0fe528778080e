import type { Disk } from 'flydrive'
import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { withStoreTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'

const FilesToDelete = z.object({ keys: z.array(z.string()) })

export const mailInJobs = ({ db }: Pick<App, 'db'>, disk: Disk): JobHandlers => ({
  // A trigger enqueues it when rows are deleted, and each receipt enqueues it for later.
  'mailIn.deleteFiles': async (payload, { abortSignal }) => {
    for (const key of FilesToDelete.parse(payload).keys) {
      abortSignal?.throwIfAborted()
      const [storeId = '', id = ''] = key.split('/')
      const rows = await withStoreTransaction(
        db,
        storeId,
        tx => tx`select from mail_in where id = ${id}`,
      )
      if (rows.length === 0) await disk.delete(key)
    }
  },
})
