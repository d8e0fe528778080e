import { createHash } from 'node:crypto'
import type { MultipartFile } from '@fastify/multipart'
import { maxImageBytes } from '#contract/media.ts'
import { busy } from './call-limit.ts'
import { type EncodedPicture, encodePicture } from './picture.ts'
import { Problem, refuseField } from './problem.ts'
import { readUpTo } from './read-up-to.ts'

export type Upload = { fileName: string; hash: string; picture: EncodedPicture }

/**
 * Pictures that are on their way in, wait or are decoded lie in the memory of this process with up to 10 MB each: so many at
 * once, and so many of one store or person, that nobody has all the places.
 */
const [atOnce, ofOneAtOnce] = [32, 8]
const present = new Map<string, number>()
let total = 0

/** Works in a place of its own, or refuses before anything is read. */
async function inPlace<T>(whose: string, work: () => Promise<T>): Promise<T> {
  const own = present.get(whose) ?? 0
  if (total >= atOnce || own >= ofOneAtOnce) throw busy()
  total += 1
  present.set(whose, own + 1)
  try {
    return await work()
  } finally {
    total -= 1
    const left = (present.get(whose) ?? 1) - 1
    if (left > 0) present.set(whose, left)
    else present.delete(whose)
  }
}

/** The pictures of one request; all are good, or it is refused. `whose`: the store or person that they count for. */
export async function readPictures(files: AsyncIterable<MultipartFile>, whose: string): Promise<Upload[]> {
  const uploads: Upload[] = []
  let refusal: unknown
  for await (const file of files) {
    // To the end even after a refusal: a browser that cannot finish sending never reads the answer.
    if (refusal) file.file.resume()
    else await inPlace(whose, () => readPicture(file)).then(upload => uploads.push(upload), error => {
      refusal = error
      file.file.resume()
    })
  }
  if (refusal) throw refusal
  if (uploads.length === 0) throw refuseField('file', 'required', 'Choose at least one picture')
  return uploads
}

async function readPicture(file: MultipartFile): Promise<Upload> {
  const fileName = (file.filename ?? '').normalize('NFC').slice(-200).replace(/[\p{C}/\\]/gu, '').trim() || 'picture'
  const bytes = await readUpTo(file, maxImageBytes)
  if (!bytes) {
    const message = `${fileName} is larger than ${maxImageBytes / 1024 / 1024} MB`
    throw new Problem(413, 'too_large', message, { errors: [{ path: 'file', code: 'too_large', message }] })
  }
  return { fileName, hash: createHash('sha256').update(bytes).digest('hex'), picture: await encodePicture(bytes, fileName) }
}
