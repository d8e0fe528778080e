export const maxImageBytes = 10 * 1024 * 1024
export const maxImagePixels = 40_000_000
export const imageTypes = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
] as const
/** Widths in pixels that every picture is made in; the last is what `url` leads to. */
export const imageWidths = [160, 480, 1200] as const

/** The address of a picture in one of `imageWidths`, from its `url`. Other addresses stay as they are. */
export const getSizedImageUrl = (url: string, width: (typeof imageWidths)[number]) =>
  url.replace(/^(\/media\/.+)\/1200\.webp$/, `$1/${width}.webp`)
