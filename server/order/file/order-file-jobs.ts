import { z } from 'zod'
import type { App } from '../../lib/call/serve.ts'
import { openDisk } from '../../lib/file/disk.ts'
import type { JobHandlers } from '../../lib/job/jobs.ts'

const DeletedFiles = z.object({ keys: z.array(z.string()) })

/** Returns the job that deletes the bytes of deleted files. A trigger of the table enqueues it. */
export const orderFileJobs = (app: App): JobHandlers => ({
  'order.deleteFiles': async (payload, { abortSignal }) => {
    const disk = openDisk(app.config, 'orders')
    for (const key of DeletedFiles.parse(payload).keys) {
      abortSignal?.throwIfAborted()
      await disk.delete(key)
    }
  },
})
