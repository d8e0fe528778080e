export const maxImageMegabytes = 10
export const maxImageBytes = maxImageMegabytes * 1024 * 1024
/** The pixels that are decoded. The frames of an animation count together. */
export const maxImagePixels = 40_000_000
/** The pixels of a photo that is decoded in a smaller size, as JPEG allows. */
export const maxPhotoPixels = 120_000_000
export const maxFrames = 300
export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
] as const
/** The widths in pixels of the WebP files that an upload creates; `url` points to the last one. */
export const imageWidths = [160, 480, 1200] as const
/**
 * The widths of the files for shoppers, as AVIF and as WebP, which a job creates after the upload.
 * They suit the attributes `sizes` of the storefront on screens with one to three pixels per CSS
 * pixel.
 */
export const storefrontImageWidths = [160, 320, 480, 750, 1200, 1600] as const
export const imageFormats = ['avif', 'webp'] as const
export type ImageFormat = (typeof imageFormats)[number]

/** Returns the URL of an image in one of `imageWidths`. Other URLs are returned unchanged. */
export const getSizedImageUrl = (url: string, width: (typeof imageWidths)[number]) =>
  getImageFileUrl(url, width, 'webp')

/** Returns the URL of a file of an uploaded image. Other URLs are returned unchanged. */
export const getImageFileUrl = (url: string, width: number, format: ImageFormat) =>
  url.replace(/^(\/media\/.+)\/1200\.webp$/, `$1/${width}.${format}`)

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const mediaUrlPattern = new RegExp(`/media/${uuidPattern}/(${uuidPattern})/1200\\.webp`, 'g')

/** Returns the ids of the uploaded images whose URLs are in a text. */
export const listMediaIds = (text: string): string[] => [
  ...new Set([...text.matchAll(mediaUrlPattern)].map(([, id = '']) => id)),
]
