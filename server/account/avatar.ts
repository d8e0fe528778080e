import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { Disk } from 'flydrive'
import { readUploadedImages } from '../lib/file/image-upload.ts'

/** Stores the last picture of a request as the others are stored, made anew from its pixels and small; gives its address. */
export async function saveAvatar(
  files: AsyncIterable<MultipartFile>,
  disk: Disk,
  personId: string,
): Promise<string> {
  const smallImage = (await readUploadedImages(files, personId))
    .at(-1)
    ?.image.files.find(({ width }) => width === 160)
  if (!smallImage) throw new Error('pictures have no small size')
  const key = `${personId}/${randomUUID()}/160.webp`
  await disk.put(key, smallImage.bytes)
  return `/media/${key}`
}
