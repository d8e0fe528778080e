import { storefrontImageWidths } from '#contract/lib/image.ts'

/** The file from which the files for shoppers are created. It is not served. */
export const sourceFileName = 'source'

/** An image whose files for shoppers do not exist yet. `folder` is in the media folder of the disk. */
export type ImageToEncode = { folder: string; width: number }
/** The bytes from which the encoder creates the files of an image. */
export type ImageSource = { bytes: Uint8Array }
export type EncodedImageFile = { name: string; bytes: Uint8Array }
export type ImageEncoderReply =
  /** The widths in which the image exists as AVIF and as WebP, with the files. None if the image is damaged. */
  { widths: number[]; files: EncodedImageFile[] } | { error: unknown }

/** Very tall images would need much memory as AVIF. */
const maxFilePixels = 8_000_000

/** Returns the widths of the files of an image that has this size. The last is that of the image. */
export function listFileWidths(size: { width: number; height: number }): number[] {
  const smaller = storefrontImageWidths.filter(width => width < size.width)
  const largest = storefrontImageWidths.find(width => width >= size.width)
  // A file of 1600 pixels has this width, so that its width is known without reading it.
  const hasLargest = largest !== undefined && (largest <= 1200 || largest === size.width)
  return [...smaller, ...(hasLargest ? [largest] : [])].filter(width => {
    const fileWidth = Math.min(width, size.width)
    return fileWidth * ((fileWidth * size.height) / size.width) <= maxFilePixels
  })
}
