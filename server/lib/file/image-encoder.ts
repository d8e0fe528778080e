import { setPriority } from 'node:os'
import { imageFormats, imageWidths } from '#contract/lib/image.ts'
import { loadSharp } from './image.ts'
import {
  type EncodedImageFile,
  type ImageEncoderReply,
  type ImageSource,
  listFileWidths,
} from './image-source.ts'

/**
 * The process that creates the files of images for shoppers. It receives one image after another, and
 * replies to each with its files.
 */
function serveImages() {
  // Other work of the machine comes first.
  setPriority(10)
  process.on('message', async (image: ImageSource) => {
    sendReply(await encodeFiles(image).catch(error => ({ error })))
  })
}

const sendReply = (reply: ImageEncoderReply) => process.send?.(reply)

async function encodeFiles({ bytes }: ImageSource): Promise<ImageEncoderReply> {
  const sharp = await loadSharp()
  sharp.concurrency(1)
  const decoded = await sharp(bytes, { failOn: 'error' })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (!decoded) return { widths: [], files: [] }
  const { data, info } = decoded
  const widths = listFileWidths(info)
  const files: EncodedImageFile[] = []
  for (const width of widths) {
    const resized = sharp(data, { raw: info }).resize({ width, withoutEnlargement: true })
    for (const format of imageFormats) {
      // The upload has created these.
      if (format === 'webp' && imageWidths.some(uploaded => uploaded === width)) continue
      const file =
        format === 'avif'
          ? resized
              .clone()
              .avif({ quality: getAvifQuality(width), effort: 2, chromaSubsampling: '4:2:0' })
          : resized.clone().webp({ quality: 78 })
      files.push({ name: `${width}.${format}`, bytes: await file.toBuffer() })
    }
  }
  return { widths, files }
}

/**
 * Large files are for screens with several pixels per CSS pixel, which hide the loss. The lower
 * quality saves a fifth of the first image of a page on a phone.
 */
const getAvifQuality = (width: number) => (width < 750 ? 50 : 45)

serveImages()
