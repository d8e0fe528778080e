import { open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import {
  type imageTypes,
  imageWidths,
  maxImagePixels,
  storefrontImageWidths,
} from '#contract/lib/image.ts'
import { createFieldProblem } from '../call/problem.ts'
import { createConcurrencyLimiter } from './concurrency-limiter.ts'

/** Loaded with the first image, because the library takes 20 MB and a tenth of a second. */
export async function loadSharp() {
  const { default: sharp } = await import('sharp')
  // Each image is decoded once, so its cache would only take memory.
  sharp.cache(false)
  return sharp
}

/** Decoding an image occupies a CPU core for half a second. The other cores serve other calls. */
const withDecodeSlot = createConcurrencyLimiter(Math.max(1, availableParallelism() - 1))

/**
 * An image in all widths, without its metadata. `width` and `height` are those of the largest file.
 * `source` has the pixels that a job encodes in further widths.
 */
export type EncodedImage = {
  width: number
  height: number
  files: { width: (typeof imageWidths)[number]; bytes: Buffer }[]
  source: Buffer
}

const startsWith = (bytes: Buffer, text: string, offset = 0) =>
  bytes.subarray(offset, offset + text.length).toString('latin1') === text

/**
 * Returns the type of a file by its first bytes. Only these five types are decoded, because the
 * other decoders of the library are attack surface.
 */
function detectImageType(bytes: Buffer): (typeof imageTypes)[number] | undefined {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  if (startsWith(bytes, 'ftyp', 4) && /avi[fs]/.test(bytes.subarray(8, 40).toString('latin1')))
    return 'image/avif'
  return undefined
}

/** The bytes of an image, or the path of its file. */
type ImageInput = Buffer | string

/**
 * Returns an uploaded image in all widths.
 * @throws Problem 415 image_type_unsupported, or 422 damaged or too_many_pixels
 */
export const encodeImage = (input: ImageInput, fileName: string): Promise<EncodedImage> =>
  withDecodeSlot(async () => {
    await verifyImage(input, fileName)
    return resizeImage(input).catch(() => {
      throw createDamagedImageProblem(fileName)
    })
  })

async function verifyImage(input: ImageInput, fileName: string): Promise<void> {
  if (!detectImageType(await readStart(input)))
    throw createFieldProblem('file', 'image_type_unsupported', { file: fileName }, 415)
  const sharp = await loadSharp()
  // The header contains the decoded size, so a decompression bomb is rejected before it is decoded.
  const { width, height } = await sharp(input, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw createDamagedImageProblem(fileName)
    })
  if (width * height > maxImagePixels)
    throw createFieldProblem('file', 'too_many_pixels', {
      file: fileName,
      size: maxImagePixels / 1e6,
    })
}

/** Returns at least the bytes that `detectImageType` reads. */
async function readStart(input: ImageInput): Promise<Buffer> {
  if (typeof input !== 'string') return input
  const handle = await open(input)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(40), 0, 40, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const createDamagedImageProblem = (fileName: string) =>
  createFieldProblem('file', 'damaged', { file: fileName })

async function resizeImage(input: ImageInput): Promise<EncodedImage> {
  const sharp = await loadSharp()
  const largest = Math.max(...storefrontImageWidths)
  // Decoded once for all widths. WebP allows at most 16,383 px per side, so very tall images are
  // scaled down.
  const { data, info } = await sharp(input, {
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
  const files: EncodedImage['files'] = []
  let size = { width: 0, height: 0 }
  // One width after another, so that an image occupies one CPU core.
  for (const width of imageWidths) {
    const { data: fileBytes, info: fileInfo } = await sharp(data, { raw: info })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: width === 1200 ? 82 : 78 })
      .toBuffer({ resolveWithObject: true })
    files.push({ width, bytes: fileBytes })
    size = { width: fileInfo.width, height: fileInfo.height }
  }
  const raw = sharp(data, { raw: info })
  const source = await (info.channels === 4
    ? raw.png({ compressionLevel: 2 })
    : raw.jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
  ).toBuffer()
  return { ...size, files, source }
}
