import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import { maxImageBytes, maxImageMegabytes } from '#contract/lib/image.ts'
import { createBusyProblem } from '../call/deadline.ts'
import { createFieldProblem } from '../call/problem.ts'
import { readInTurns, readLimitedFile } from '../http/read-limited-file.ts'
import { type EncodedImage, encodeImage } from './image.ts'
import { createMemoryBudget, type ReserveBytes } from './memory-budget.ts'

export type UploadedImage = { fileName: string; hash: string; image: EncodedImage }

/**
 * Limits the memory of images, which have up to 10 MB each. While an image is received, its
 * received bytes count; while it waits or is decoded, it counts as the largest size.
 */
const withReservation = createMemoryBudget(32 * maxImageBytes, 8 * maxImageBytes)

/**
 * Returns the encoded images of one request. `owner` is the store or person whose memory budget
 * they use.
 * @throws the first error, after all files are read
 */
export async function readUploadedImages(
  files: AsyncIterable<MultipartFile>,
  owner: string,
): Promise<UploadedImage[]> {
  const uploads: UploadedImage[] = []
  let firstError: unknown
  for await (const file of files) {
    // The rest is read even after an error, because a browser that cannot finish sending never
    // reads the reply.
    if (firstError) for await (const _ of readInTurns(file));
    else
      await withReservation(owner, reserve => readUploadedImage(file, reserve)).then(
        upload => uploads.push(upload),
        error => {
          firstError = error
          file.file.resume()
        },
      )
  }
  if (firstError) throw firstError
  if (uploads.length === 0) throw createFieldProblem('file', 'image_missing')
  return uploads
}

/** Returns the name without control characters and slashes. */
const cleanFileName = (name: string) =>
  name
    .normalize('NFC')
    .slice(-200)
    .replace(/[\p{C}/\\]/gu, '')
    .trim()

async function readUploadedImage(
  file: MultipartFile,
  reserve: ReserveBytes,
): Promise<UploadedImage> {
  const fileName = cleanFileName(file.filename ?? '') || 'image'
  const parts = await readLimitedFile(file, maxImageBytes, reserve)
  if (!parts)
    throw createFieldProblem(
      'file',
      'image_too_large',
      { file: fileName, size: maxImageMegabytes },
      413,
    )
  if (!reserve(maxImageBytes)) throw createBusyProblem()
  const image = await encodeImage(parts, fileName)
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return { fileName, hash: hash.digest('hex'), image }
}
