import { randomUUID } from 'node:crypto'
import type { Disk } from 'flydrive'
import type { UploadedImage } from '../../lib/file/image-upload.ts'

/**
 * Stores the last image of an upload in its small size and returns its URL. The image is re-encoded
 * from its pixels, so metadata is lost.
 */
export async function saveAvatar(
  images: readonly UploadedImage[],
  disk: Disk,
  personId: string,
): Promise<string> {
  const smallImage = images.at(-1)?.image.files.find(({ width }) => width === 160)
  if (!smallImage) throw new Error('The uploaded image has no file with a width of 160 pixels.')
  const key = `${personId}/${randomUUID()}/160.webp`
  await disk.put(key, smallImage.bytes)
  return `/media/${key}`
}
