import type { Disk } from 'flydrive'
import { z } from 'zod'
import { getSizedImageUrl, imageWidths } from '#contract/lib/image.ts'
import { type Db, withBusinessTransaction } from '../lib/db/db.ts'
import type { JobHandlers } from '../lib/job/jobs.ts'
import { isUsedInContent } from './media-store.ts'

const DeletedImage = z.object({ businessId: z.string(), url: z.string() })

/**
 * Deletes the files of deleted images in all sizes, unless an order line still shows the image or
 * content was saved with its URL afterwards.
 */
export const mediaJobs = (db: Db, disk: Disk): JobHandlers => ({
  'media.deleteFiles': async payload => {
    const { businessId, url } = DeletedImage.parse(payload)
    const urls = imageWidths.map(width => getSizedImageUrl(url, width))
    const [row] = await withBusinessTransaction(
      db,
      businessId,
      tx => tx<{ isUsed: boolean }[]>`
        select exists (select 1 from order_line where image = any (${urls}))
          or ${isUsedInContent(tx, tx`${url}::text`)} as is_used`,
    )
    if (row?.isUsed) return
    for (const fileUrl of urls) await disk.delete(fileUrl.slice('/media/'.length))
  },
})
