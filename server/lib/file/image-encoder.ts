import { once } from 'node:events'
import { setPriority } from 'node:os'
import type { Disk } from 'flydrive'
import { imageFormats, imageWidths } from '#contract/lib/image.ts'
import { openDisk } from './disk.ts'
import { loadSharp } from './image.ts'
import {
  type ImageEncoderReply,
  type ImageEncoderSettings,
  type ImageToEncode,
  listFileWidths,
  sourceFileName,
} from './image-source.ts'

/**
 * The process that creates the files of images for shoppers. It receives its settings, then one
 * image after another, and replies to each.
 */
async function serveImages({ dataDir }: ImageEncoderSettings) {
  // Other work of the machine comes first.
  setPriority(10)
  const disk = openDisk({ dataDir })
  process.on('message', async (image: ImageToEncode) => {
    sendReply(await encodeFiles(disk, image).catch(error => ({ error })))
  })
}

const sendReply = (reply: ImageEncoderReply) => process.send?.(reply)

async function encodeFiles(disk: Disk, { folder }: ImageToEncode): Promise<ImageEncoderReply> {
  const bytes = await readSource(disk, folder)
  if (!bytes) return { widths: [] }
  const sharp = await loadSharp()
  sharp.concurrency(1)
  const decoded = await sharp(bytes, { failOn: 'error' })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => undefined)
  if (!decoded) return { widths: [] }
  const { data, info } = decoded
  const widths = listFileWidths(info)
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
      await disk.put(`${folder}/${width}.${format}`, await file.toBuffer())
    }
  }
  return { widths }
}

/**
 * Large files are for screens with several pixels per CSS pixel, which hide the loss. The lower
 * quality saves a fifth of the first image of a page on a phone.
 */
const getAvifQuality = (width: number) => (width < 750 ? 50 : 45)

/**
 * Images of earlier versions have no source. Their largest file is the source. Returns undefined if
 * the image has no files.
 */
async function readSource(disk: Disk, folder: string): Promise<Uint8Array | undefined> {
  for (const name of [sourceFileName, `${Math.max(...imageWidths)}.webp`])
    if (await disk.exists(`${folder}/${name}`)) {
      const bytes = await disk.getBytes(`${folder}/${name}`)
      if (bytes.length > 0) return bytes
    }
  return undefined
}

const [settings] = await once(process, 'message')
await serveImages(settings)
