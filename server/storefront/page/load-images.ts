import { listMediaIds } from '#contract/lib/image.ts'
import type { StorefrontFrame, StorefrontImageFiles } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'

/** Returns the dimensions and files of all uploaded images whose URLs are in the parts of a page. */
export async function loadImages(
  tx: Tx,
  parts: readonly unknown[],
): Promise<StorefrontFrame['images']> {
  const ids = listMediaIds(JSON.stringify(parts))
  if (ids.length === 0) return {}
  const rows = await tx<(StorefrontImageFiles & { url: string })[]>`
    select url, width, height, encoded_widths as widths from media
    where store_id = current_store() and id = any (${ids}::uuid[])`
  return Object.fromEntries(rows.map(({ url, ...files }) => [url, files]))
}
