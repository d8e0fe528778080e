import type { Disk } from 'flydrive'
import { getSizedImageUrl, imageWidths } from '#contract/lib/image.ts'
import { type Db, withStoreTransaction } from '../lib/db/db.ts'
import { isUsedInContent } from './media-store.ts'

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const imageUrlPattern = new RegExp(`^/media/(${uuidPattern}/${uuidPattern})/1200\\.webp$`)

/**
 * Deletes all files of a deleted image, unless an order line still shows the image or content was
 * saved with its URL afterwards.
 */
export async function deleteImageFiles(
  db: Db,
  disk: Disk,
  { storeId, url }: { storeId: string; url: string },
): Promise<void> {
  const [, folder] = imageUrlPattern.exec(url) ?? []
  if (!folder) return
  const urls = imageWidths.map(width => getSizedImageUrl(url, width))
  const [row] = await withStoreTransaction(
    db,
    storeId,
    tx => tx<{ isUsed: boolean }[]>`
      select exists (select 1 from order_line where image = any (${urls}))
        or ${isUsedInContent(tx, tx`${url}::text`)} as is_used`,
  )
  if (!row?.isUsed) await disk.deleteAll(folder)
}
