import type { StorefrontFrame, StorefrontImageFiles } from '#contract/storefront/storefront-page.ts'
import type { Tx } from '../../lib/db/db.ts'

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const imageUrlPattern = new RegExp(`/media/${uuidPattern}/(${uuidPattern})/1200\\.webp`, 'g')

/** Returns the dimensions and files of all uploaded images whose URLs are in the parts of a page. */
export async function loadImages(
  tx: Tx,
  parts: readonly unknown[],
): Promise<StorefrontFrame['images']> {
  const ids = [...JSON.stringify(parts).matchAll(imageUrlPattern)].map(([, id = '']) => id)
  if (ids.length === 0) return {}
  const rows = await tx<(StorefrontImageFiles & { url: string })[]>`
    select url, width, height, encoded_widths as widths from media
    where store_id = current_store() and id = any (${[...new Set(ids)]}::uuid[])`
  return Object.fromEntries(rows.map(({ url, ...files }) => [url, files]))
}
