import { getSizedImageUrl, imageWidths } from '#contract/lib/image.ts'

type Props = {
  url: string
  alt: string
  /** The width that the image takes, as in the attribute `sizes`. */
  sizes: string
  isFirst?: boolean
}

/** An uploaded image whose dimensions are not known. Its style sheet reserves the space. */
export function SizedImage({ url, alt, sizes, isFirst = false }: Props) {
  if (!url.startsWith('/media/')) return null
  return (
    <img
      src={url}
      srcSet={imageWidths.map(width => `${getSizedImageUrl(url, width)} ${width}w`).join(', ')}
      sizes={sizes}
      alt={alt}
      {...(isFirst
        ? { fetchPriority: 'high' as const }
        : { loading: 'lazy' as const, decoding: 'async' as const })}
    />
  )
}
