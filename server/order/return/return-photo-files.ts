import { createHash } from 'node:crypto'
import type { UploadedImage } from '../../lib/file/image-upload.ts'
import type { CheckedFile } from '../../lib/file/read-attachment.ts'

/** Returns the photos of a return or a review as files. They were encoded again, so they have no metadata. */
export const toPhotoFiles = (images: readonly UploadedImage[]): CheckedFile[] =>
  images.flatMap(({ fileName, image }) => {
    const content = image.files.at(-1)?.bytes
    if (!content) return []
    return {
      fileName: `${fileName.replace(/\.\w{1,5}$/, '')}.webp`,
      contentType: 'image/webp' as const,
      content,
      digest: createHash('sha256').update(content).digest('hex'),
    }
  })
