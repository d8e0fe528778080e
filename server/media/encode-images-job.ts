import type { Disk } from 'flydrive'
import { z } from 'zod'
import type { App } from '../lib/call/serve.ts'
import { type Tx, withStoreTransaction, withTransaction } from '../lib/db/db.ts'
import { createConcurrencyLimiter } from '../lib/file/concurrency-limiter.ts'
import { encodeImageFiles } from '../lib/file/encode-image-files.ts'
import { type ImageToEncode, sourceFileName } from '../lib/file/image-source.ts'
import { enqueueJob, type JobHandlers } from '../lib/job/jobs.ts'
import { deleteImageFiles } from './delete-image-files.ts'

const Payload = z.object({ storeId: z.string() })

/** The stores take turns. The pages of a store are cached again after each turn. */
const imagesPerTurn = 10
const storesPerSearch = 500

/** One image at once in this process, however many jobs there are. */
const withEncoder = createConcurrencyLimiter(1)

/** Enqueues the job that creates the files for shoppers of all images of a store. */
export const enqueueImageEncoding = (tx: Tx, storeId: string) =>
  enqueueJob(tx, 'media.encode', { storeId }, `media.encode ${storeId}`)

type PendingImage = ImageToEncode & { id: string; url: string }

/**
 * `media.encode` creates the AVIF and WebP files of the images of a store, the newest first.
 * `media.findImages` starts it for images of earlier versions and for those whose job has failed.
 */
export const encodeImagesJobs = ({ db }: App, disk: Disk): JobHandlers => ({
  'media.encode': async (payload, { abortSignal }) => {
    const { storeId } = Payload.parse(payload)
    const inStore = <T>(work: (tx: Tx) => Promise<T>) => withStoreTransaction(db, storeId, work)
    await withEncoder(async () => {
      const images = await inStore(listPendingImages)
      if (images.length === 0) return
      const widths = await encodeImageFiles(disk, images, abortSignal)
      const missingUrls = await inStore(async tx => {
        if (images.length === imagesPerTurn) await enqueueImageEncoding(tx, storeId)
        return saveWidths(tx, images, widths)
      })
      for (const url of missingUrls) await deleteImageFiles(db, disk, { storeId, url })
      for (const { folder } of images) await disk.delete(`${folder}/${sourceFileName}`)
    })
  },
  'media.findImages': async () => {
    await withTransaction(db, {}, async tx => {
      const stores = await tx<{ storeId: string }[]>`
        select store_id from list_stores_with_images_to_encode(${storesPerSearch})`
      for (const { storeId } of stores) await enqueueImageEncoding(tx, storeId)
    })
  },
})

const listPendingImages = (tx: Tx) => tx<PendingImage[]>`
  select id, url, width, regexp_replace(url, '^/media/|/[^/]*$', '', 'g') as folder
  from media
  where store_id = current_store() and encoded_at is null
  order by store_id, id desc
  limit ${imagesPerTurn}`

/** Saves which files exist. Returns the URLs of images that were deleted meanwhile. */
async function saveWidths(
  tx: Tx,
  images: readonly PendingImage[],
  widths: readonly number[][],
): Promise<string[]> {
  const encodedImages = images.map(({ id }, i) => ({ id, widths: widths[i] ?? [] }))
  const saved = await tx<{ id: string }[]>`
    update media m set encoded_at = now(), encoded_widths = e.widths
    from jsonb_to_recordset(${tx.json(encodedImages)}) e (id uuid, widths integer[])
    where m.store_id = current_store() and m.id = e.id
    returning m.id`
  const savedIds = new Set(saved.map(({ id }) => id))
  return images.filter(({ id }) => !savedIds.has(id)).map(({ url }) => url)
}
