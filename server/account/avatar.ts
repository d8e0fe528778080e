import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { Disk } from 'flydrive'
import { readUploadedImages } from '../lib/file/image-upload.ts'

/** Stores the last picture of a request as the others are stored, made anew from its pixels and small; gives its address. */
export async function keepAvatar(
  files: AsyncIterable<MultipartFile>,
  disk: Disk,
  personId: string,
): Promise<string> {
  const small = (await readUploadedImages(files, personId))
    .at(-1)
    ?.image.files.find(({ width }) => width === 160)
  if (!small) throw new Error('pictures have no small size')
  const key = `${personId}/${randomUUID()}/160.webp`
  await disk.put(key, small.bytes)
  return `/media/${key}`
}
