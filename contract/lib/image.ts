export const maxImageMegabytes = 10
export const maxImageBytes = maxImageMegabytes * 1024 * 1024
export const maxImagePixels = 40_000_000
export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
] as const
/** The widths in pixels of each image; `url` points to the last one. */
export const imageWidths = [160, 480, 1200] as const

/** Returns the URL of an image in one of `imageWidths`. Other URLs are returned unchanged. */
export const getSizedImageUrl = (url: string, width: (typeof imageWidths)[number]) =>
  url.replace(/^(\/media\/.+)\/1200\.webp$/, `$1/${width}.webp`)
