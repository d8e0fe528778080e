import type { MultipartFile } from '@fastify/multipart'
import { maxImageBytes, maxImageMegabytes } from '#contract/lib/image.ts'
import { createBusyProblem } from '../call/deadline.ts'
import { createFieldProblem } from '../call/problem.ts'
import { createByteBudget, type ReserveBytes } from './byte-budget.ts'
import { type EncodedImage, encodeImage } from './image.ts'
import { readInTurns, saveUpload } from './save-upload.ts'
import { withTemporaryFile } from './temporary-file.ts'

export type UploadedImage = { fileName: string; hash: string; image: EncodedImage }

/**
 * Limits the temporary files of images, which have up to 10 MB each. While an image is received, its
 * received bytes count; while it waits or is decoded, it counts as the largest size.
 */
const withReservation = createByteBudget(32 * maxImageBytes, 8 * maxImageBytes)

/**
 * `owner` is the store or person whose budget the images use. The temporary files are in `dataDir`.
 */
type UploadTarget = { owner: string; dataDir: string }

/**
 * Returns the encoded images of one request, of which there is at least one.
 * @throws the first error, after all files are read
 */
export async function readUploadedImages(
  files: AsyncIterable<MultipartFile>,
  target: UploadTarget,
): Promise<UploadedImage[]> {
  const images = await readImages(files, target)
  if (images.length === 0) throw createFieldProblem('file', 'image_missing')
  return images
}

/**
 * Returns the encoded images of the files.
 * @throws the first error, after all files are read
 */
export async function readImages(
  files: AsyncIterable<MultipartFile>,
  { owner, dataDir }: UploadTarget,
): Promise<UploadedImage[]> {
  const uploads: UploadedImage[] = []
  let firstError: unknown
  for await (const file of files) {
    // The rest is read even after an error, because a browser that cannot finish sending never
    // reads the reply.
    if (firstError) for await (const _ of readInTurns(file));
    else
      await withReservation(owner, reserve =>
        withTemporaryFile(dataDir, path => readUploadedImage(file, path, reserve)),
      ).then(
        upload => uploads.push(upload),
        error => {
          firstError = error
          file.file.resume()
        },
      )
  }
  if (firstError) throw firstError
  return uploads
}

/** Returns the name without control characters and slashes. */
export const cleanFileName = (name: string) =>
  name
    .normalize('NFC')
    .slice(-200)
    .replace(/[\p{C}/\\]/gu, '')
    .trim()

async function readUploadedImage(
  file: MultipartFile,
  path: string,
  reserve: ReserveBytes,
): Promise<UploadedImage> {
  const fileName = cleanFileName(file.filename ?? '') || 'image'
  const hash = await saveUpload(file, { path, limit: maxImageBytes, reserve })
  if (hash === undefined)
    throw createFieldProblem(
      'file',
      'image_too_large',
      { file: fileName, size: maxImageMegabytes },
      413,
    )
  if (!reserve(maxImageBytes)) throw createBusyProblem()
  return { fileName, hash, image: await encodeImage(path, fileName) }
}
