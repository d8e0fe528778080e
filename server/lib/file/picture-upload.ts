import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import { maxImageBytes } from '#contract/lib/image.ts'
import { busy } from '../call/call-limit.ts'
import { Problem, refuseField } from '../call/problem.ts'
import { readUpTo } from '../http/read-up-to.ts'
import { type Hold, openByteShares } from './byte-share.ts'
import { type EncodedPicture, encodePicture } from './picture.ts'

export type Upload = { fileName: string; hash: string; picture: EncodedPicture }

/**
 * Pictures lie in the memory of this process with up to 10 MB each. One that comes in counts with what has come of it, however
 * slowly that goes; one that waits or is decoded counts as a large one.
 */
const holding = openByteShares(32 * maxImageBytes, 8 * maxImageBytes)

/** The pictures of one request; all are good, or it is refused. `whose`: the store or person that they count for. */
export async function readPictures(
  files: AsyncIterable<MultipartFile>,
  whose: string,
): Promise<Upload[]> {
  const uploads: Upload[] = []
  let refusal: unknown
  for await (const file of files) {
    // To the end even after a refusal: a browser that cannot finish sending never reads the answer.
    if (refusal) file.file.resume()
    else
      await holding(whose, hold => readPicture(file, hold)).then(
        upload => uploads.push(upload),
        error => {
          refusal = error
          file.file.resume()
        },
      )
  }
  if (refusal) throw refusal
  if (uploads.length === 0) throw refuseField('file', 'required', 'Choose at least one picture')
  return uploads
}

async function readPicture(file: MultipartFile, hold: Hold): Promise<Upload> {
  const fileName =
    (file.filename ?? '')
      .normalize('NFC')
      .slice(-200)
      .replace(/[\p{C}/\\]/gu, '')
      .trim() || 'picture'
  const bytes = await readUpTo(file, maxImageBytes, hold)
  if (!bytes) {
    const message = `${fileName} is larger than ${maxImageBytes / 1024 / 1024} MB`
    throw new Problem(413, 'too_large', message, {
      errors: [{ path: 'file', code: 'too_large', message }],
    })
  }
  if (!hold(maxImageBytes)) throw busy()
  return {
    fileName,
    hash: createHash('sha256').update(bytes).digest('hex'),
    picture: await encodePicture(bytes, fileName),
  }
}
