import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import { maxImageBytes } from '#contract/lib/image.ts'
import { createBusyProblem } from '../call/deadline.ts'
import { failField } from '../call/problem.ts'
import { readLimitedFile } from '../http/read-limited-file.ts'
import { type EncodedImage, encodeImage } from './image.ts'
import { createMemoryBudget, type ReserveBytes } from './memory-budget.ts'

export type UploadedImage = { fileName: string; hash: string; image: EncodedImage }

/**
 * Pictures lie in the memory of this process with up to 10 MB each. One that comes in counts with what has come of it, however
 * slowly that goes; one that waits or is decoded counts as a large one.
 */
const withReservation = createMemoryBudget(32 * maxImageBytes, 8 * maxImageBytes)

/** The pictures of one request; all are good, or it is refused. `whose`: the store or person that they count for. */
export async function readUploadedImages(
  files: AsyncIterable<MultipartFile>,
  owner: string,
): Promise<UploadedImage[]> {
  const uploads: UploadedImage[] = []
  let firstError: unknown
  for await (const file of files) {
    // To the end even after a refusal: a browser that cannot finish sending never reads the answer.
    if (firstError) file.file.resume()
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
  if (uploads.length === 0) throw failField('file', 'image_missing')
  return uploads
}

async function readUploadedImage(
  file: MultipartFile,
  reserve: ReserveBytes,
): Promise<UploadedImage> {
  const fileName =
    (file.filename ?? '')
      .normalize('NFC')
      .slice(-200)
      .replace(/[\p{C}/\\]/gu, '')
      .trim() || 'picture'
  const bytes = await readLimitedFile(file, maxImageBytes, reserve)
  if (!bytes)
    throw failField(
      'file',
      'image_too_large',
      { file: fileName, size: maxImageBytes / 1024 / 1024 },
      413,
    )
  if (!reserve(maxImageBytes)) throw createBusyProblem()
  return {
    fileName,
    hash: createHash('sha256').update(bytes).digest('hex'),
    image: await encodeImage(bytes, fileName),
  }
}
