import { randomUUID } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import type { Disk } from 'flydrive'
import { maxImageBytes } from '#contract/media.ts'
import { encodePicture } from '../lib/picture.ts'
import { Problem, refuseField } from '../lib/problem.ts'
import { readUpTo } from '../lib/read-up-to.ts'

/** Stores the last picture of a request as the others are stored, made anew from its pixels and small; gives its address. */
export async function keepAvatar(files: AsyncIterable<MultipartFile>, disk: Disk, personId: string): Promise<string> {
  let bytes: Buffer | undefined
  let isTooLarge = false
  let fileName = ''
  // To the end even after a refusal: a browser that cannot finish sending never reads the answer.
  for await (const file of files) {
    bytes = await readUpTo(file, maxImageBytes)
    isTooLarge ||= !bytes
    fileName = file.filename.normalize('NFC').replace(/[\p{C}/\\]/gu, '').slice(-200) || 'picture'
  }
  if (isTooLarge) throw new Problem(413, 'too_large', `The picture is larger than ${maxImageBytes / 1024 / 1024} MB`)
  if (!bytes) throw refuseField('file', 'required', 'Choose a picture')
  const { files: sizes } = await encodePicture(bytes, fileName)
  const small = sizes.find(({ width }) => width === 160)
  if (!small) throw new Error('pictures have no small size')
  const key = `${personId}/${randomUUID()}/160.webp`
  await disk.put(key, small.bytes)
  return `/media/${key}`
}
