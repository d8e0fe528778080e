import sharp from 'sharp'
import { type imageTypes, imageWidths, maxImagePixels } from '#contract/lib/image.ts'
import { failField } from '../call/problem.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

/** Decoding takes memory and a core each; more at once would only slow the calls beside them. */
const withDecodeSlot = createConcurrencyLimiter(2)

/** A picture in every width, without anything its camera said about it. `width` and `height` are those of the largest. */
export type EncodedImage = {
  width: number
  height: number
  files: { width: (typeof imageWidths)[number]; bytes: Buffer }[]
}

const startsWith = (bytes: Buffer, text: string, offset = 0) =>
  bytes.subarray(offset, offset + text.length).toString('latin1') === text

/** What a file is, by its first bytes. Only these five are ever handed to a decoder: the others it knows are attack surface. */
function detectImageType(bytes: Buffer): (typeof imageTypes)[number] | undefined {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  if (startsWith(bytes, 'ftyp', 4) && /avi[fs]/.test(bytes.subarray(8, 40).toString('latin1')))
    return 'image/avif'
  return undefined
}

/** Reads one uploaded picture. Throws a Problem that names the file for whatever is no picture that we take. */
export async function encodeImage(bytes: Buffer, fileName: string): Promise<EncodedImage> {
  if (!detectImageType(bytes))
    throw failField('file', 'image_type_unsupported', { file: fileName }, 415)
  // The header alone says how large the decoded picture would be, so a bomb is refused before it goes off.
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw createDamagedImageProblem(fileName)
    })
  if (width * height > maxImagePixels)
    throw failField('file', 'too_many_pixels', { file: fileName, size: maxImagePixels / 1e6 })
  return withDecodeSlot(() =>
    resizeImage(bytes).catch(() => {
      throw createDamagedImageProblem(fileName)
    }),
  )
}
const createDamagedImageProblem = (fileName: string) =>
  failField('file', 'damaged', { file: fileName })

async function resizeImage(bytes: Buffer): Promise<EncodedImage> {
  const largest = Math.max(...imageWidths)
  // Decoded once; every width is made from this. WebP allows no side above 16,383 px, so very tall ones are narrowed.
  const { data, info } = await sharp(bytes, {
    limitInputPixels: maxImagePixels,
    sequentialRead: true,
    failOn: 'error',
  })
    .timeout({ seconds: 30 })
    .autoOrient()
    .resize({ width: largest, height: 8 * largest, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const files = await Promise.all(
    imageWidths.map(async width => ({
      width,
      bytes: await sharp(data, { raw: info })
        .resize({ width, withoutEnlargement: true })
        .webp({ quality: width === largest ? 82 : 78 })
        .toBuffer(),
    })),
  )
  return { width: info.width, height: info.height, files }
}
