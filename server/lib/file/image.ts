import { open } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import type { Metadata } from 'sharp'
import {
  type imageTypes,
  imageWidths,
  maxFrames,
  maxImageBytes,
  maxImagePixels,
  maxPhotoPixels,
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

/** Whether an image is animated, or only the first frame of an animation. */
type Animation = 'none' | 'kept' | 'firstFrame'

/**
 * An image in all widths, without its metadata. `width` and `height` are those of the largest file.
 * `source` has the pixels that a job encodes in further widths. Animations have none.
 */
export type EncodedImage = {
  width: number
  height: number
  files: { width: (typeof imageWidths)[number]; bytes: Buffer }[]
  source: Buffer | undefined
  animation: Animation
}

type ImageInfo = { width: number; maxPixels: number; animation: Animation }

const largestWidth = Math.max(...storefrontImageWidths)
/** WebP allows at most 16,383 px per side, so very tall images are scaled down. */
const largestSize = { width: largestWidth, height: 8 * largestWidth }

const startsWith = (bytes: Buffer, text: string, offset = 0) =>
  bytes.subarray(offset, offset + text.length).toString('latin1') === text

/**
 * Returns the type of a file by its first bytes. Only these five types are decoded, because the
 * other decoders of the library are attack surface.
 */
export function detectImageType(bytes: Buffer): (typeof imageTypes)[number] | undefined {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg'
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png'
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif'
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp'
  if (startsWith(bytes, 'ftyp', 4) && /avi[fs]/.test(bytes.subarray(8, 40).toString('latin1')))
    return 'image/avif'
  return undefined
}

const startBytes = 4096

/** The bytes of an image, or the path of its file. */
type ImageInput = Buffer | string

/**
 * Returns an uploaded image in all widths.
 * @throws Problem 415 image_type_unsupported, or 422 damaged or too_many_pixels
 */
export const encodeImage = (input: ImageInput, fileName: string): Promise<EncodedImage> =>
  withDecodeSlot(async () => {
    const info = await readImageInfo(input, fileName)
    return encode(input, info).catch(() => {
      throw createDamagedImageProblem(fileName)
    })
  })

/** Returns the properties of an image that can be decoded. */
async function readImageInfo(input: ImageInput, fileName: string): Promise<ImageInfo> {
  const start = await readStart(input)
  if (!detectImageType(start))
    throw createFieldProblem('file', 'image_type_unsupported', { file: fileName }, 415)
  const sharp = await loadSharp()
  // The header contains the decoded size, so a decompression bomb is rejected before it is decoded.
  const metadata = await sharp(input, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw createDamagedImageProblem(fileName)
    })
  const maxPixels = countMaxPixels(metadata)
  if (metadata.width * metadata.height > maxPixels)
    throw createFieldProblem('file', 'too_many_pixels', { file: fileName, size: maxPixels / 1e6 })
  return { width: metadata.width, maxPixels, animation: getAnimation(metadata, start) }
}

/** Returns the pixels that an image of this kind can have. */
function countMaxPixels(metadata: Metadata): number {
  // Progressive photos are in memory in full size.
  if (metadata.format !== 'jpeg' || metadata.isProgressive) return maxImagePixels
  const { width, height } = metadata.autoOrient
  const scale = Math.max(width / largestSize.width, height / largestSize.height)
  // The decoder divides the size by 2, 4 or 8.
  const divisor = [8, 4, 2].find(candidate => candidate <= scale) ?? 1
  return Math.min(maxPhotoPixels, maxImagePixels * divisor ** 2)
}

function getAnimation({ format, pages = 1, width, height }: Metadata, start: Buffer): Animation {
  if (format === 'png' && start.includes('acTL')) return 'firstFrame'
  if (pages <= 1) return 'none'
  const isKept =
    (format === 'gif' || format === 'webp') &&
    pages <= maxFrames &&
    width * height * pages <= maxImagePixels
  return isKept ? 'kept' : 'firstFrame'
}

/** Returns at least the bytes before the pixels that tell the type, and whether a PNG is animated. */
async function readStart(input: ImageInput): Promise<Buffer> {
  if (typeof input !== 'string') return input.subarray(0, startBytes)
  const handle = await open(input)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(startBytes), 0, startBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

const createDamagedImageProblem = (fileName: string) =>
  createFieldProblem('file', 'damaged', { file: fileName })

async function encode(input: ImageInput, info: ImageInfo): Promise<EncodedImage> {
  if (info.animation !== 'kept') return resizeImage(input, info)
  const animation = await resizeAnimation(input, info.width)
  return animation ?? resizeImage(input, { ...info, animation: 'firstFrame' })
}

async function resizeImage(
  input: ImageInput,
  { maxPixels, animation }: ImageInfo,
): Promise<EncodedImage> {
  const sharp = await loadSharp()
  // Decoded once for all widths.
  const { data, info } = await sharp(input, {
    limitInputPixels: maxPixels,
    sequentialRead: true,
    failOn: 'error',
  })
    .timeout({ seconds: 30 })
    .autoOrient()
    .resize({ ...largestSize, fit: 'inside', withoutEnlargement: true })
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
  return { ...size, files, source, animation }
}

/**
 * Returns an animation in all widths, or undefined if its files are too large. The smallest file,
 * which lists show, has only the first frame.
 */
async function resizeAnimation(
  input: ImageInput,
  originalWidth: number,
): Promise<EncodedImage | undefined> {
  const sharp = await loadSharp()
  const files: EncodedImage['files'] = []
  let size = { width: 0, height: 0 }
  for (const width of imageWidths) {
    const { data, info } = await sharp(input, {
      animated: width > Math.min(...imageWidths) || originalWidth <= width,
      limitInputPixels: maxImagePixels,
      failOn: 'error',
    })
      .timeout({ seconds: 30 })
      .resize({ width, withoutEnlargement: true })
      .webp({ quality: 75, effort: 2 })
      .toBuffer({ resolveWithObject: true })
    if (data.length > maxImageBytes) return undefined
    files.push({ width, bytes: data })
    size = { width: info.width, height: info.pageHeight ?? info.height }
  }
  return { ...size, files, source: undefined, animation: 'kept' }
}
