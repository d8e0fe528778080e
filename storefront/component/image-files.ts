import { getImageFileUrl, type ImageFormat, imageWidths } from '#contract/lib/image.ts'
import type { StorefrontImageFiles } from '#contract/storefront/storefront-page.ts'

/**
 * Returns the files of an uploaded image in one format, as in the attribute `srcset`. Only files
 * that exist are in it: some are created after the upload.
 */
export function toSourceSet(
  url: string,
  { width, widths }: StorefrontImageFiles,
  format: ImageFormat,
): string {
  const existing = format === 'webp' ? [...new Set([...imageWidths, ...widths])] : widths
  // Images are not enlarged, so the first file above the width of the image has this width.
  const filesByWidth = new Map<number, number>()
  for (const fileWidth of existing.toSorted((a, b) => a - b)) {
    const actualWidth = fileWidth > 1200 ? fileWidth : Math.min(fileWidth, width)
    if (!filesByWidth.has(actualWidth)) filesByWidth.set(actualWidth, fileWidth)
  }
  return [...filesByWidth]
    .map(([actualWidth, fileWidth]) => `${getImageFileUrl(url, fileWidth, format)} ${actualWidth}w`)
    .join(', ')
}
