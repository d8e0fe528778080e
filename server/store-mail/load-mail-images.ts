import { getSizedImageUrl, listMediaIds } from '#contract/lib/image.ts'
import type { Tx } from '../lib/db/db.ts'
import type { MailImage } from '../lib/mail/mail-content.ts'

type StoredImage = { url: string; alt: string; width: number; height: number }

/** The longer side of an image beside a product, in CSS pixels, and the width of its file. */
const imageSizes = { small: [80, 160], large: [120, 480] } as const
type MailImageSize = keyof typeof imageSizes

/** Returns the image of an email, which mail programs load from the store. */
export function toMailImage(
  { url, alt, width, height }: StoredImage,
  { storeUrl, size = 'small' }: { storeUrl: string; size?: MailImageSize },
): MailImage {
  const [length, fileWidth] = imageSizes[size]
  const scale = length / Math.max(width, height, 1)
  return {
    url: URL.parse(getSizedImageUrl(url, fileWidth), `${storeUrl}/`)?.href ?? url,
    alt,
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Returns an image whose alt text is the title of its product, unless it has its own. */
export const describeMailImage = (image: MailImage | undefined, title: string) =>
  image && { ...image, alt: image.alt || title }

/** Returns the images of emails by the URL of the uploaded image. Deleted images have none. */
export async function loadMailImages(
  tx: Tx,
  urls: readonly string[],
  options: { storeUrl: string; size?: MailImageSize },
): Promise<ReadonlyMap<string, MailImage>> {
  const ids = listMediaIds(urls.join(' '))
  if (ids.length === 0) return new Map()
  const rows = await tx<StoredImage[]>`
    select url, alt, width, height from media
    where store_id = current_store() and id = any (${ids}::uuid[])`
  return new Map(rows.map(row => [row.url, toMailImage(row, options)]))
}
