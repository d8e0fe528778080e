import type { Disk } from 'flydrive'
import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { deleteImageFiles } from './delete-image-files.ts'
import { encodeImagesJobs } from './encode-images-job.ts'

const DeletedImage = z.object({ storeId: z.string(), url: z.string() })

export const mediaJobs = (app: App, disk: Disk): JobHandlers => ({
  ...encodeImagesJobs(app, disk),
  'media.deleteFiles': async payload => deleteImageFiles(app.db, disk, DeletedImage.parse(payload)),
})
