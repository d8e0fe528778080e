import { getSizedImageUrl, imageWidths } from '#contract/lib/image.ts'
import type { StorefrontImage } from '#contract/storefront-page.ts'

type Props = {
  image: StorefrontImage
  /** The width that the image takes, as in the attribute `sizes`. */
  sizes: string
  /** The first image of a page is loaded at once, all others when they come near. */
  isFirst?: boolean
  alt?: string
}

/** An image in the widths that exist of it, with its dimensions, so that nothing moves. */
export function ResponsiveImage({
  image: { url, width, height, alt },
  sizes,
  isFirst,
  ...props
}: Props) {
  const sources = imageWidths.filter(
    candidate => candidate <= width || candidate === imageWidths[0],
  )
  return (
    <img
      src={url}
      srcSet={sources.map(size => `${getSizedImageUrl(url, size)} ${size}w`).join(', ')}
      sizes={sizes}
      width={width}
      height={height}
      alt={props.alt ?? alt}
      {...(isFirst
        ? { fetchPriority: 'high' as const }
        : { loading: 'lazy' as const, decoding: 'async' as const })}
    />
  )
}
