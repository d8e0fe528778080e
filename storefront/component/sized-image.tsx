import { createContext, useContext } from 'react'
import type { StorefrontImageFiles } from '#contract/storefront/storefront-page.ts'
import { useFrame } from './frame/page-context.tsx'
import { toSourceSet } from './image-files.ts'

type Props = {
  url: string
  alt: string
  /** The width that the image takes, as in the attribute `sizes`. */
  sizes: string
  /** The image can be the first one that shoppers see of the page. */
  isFirst?: boolean | undefined
  /** Another image for narrow screens. */
  narrowUrl?: string | undefined
  className?: string | undefined
  /** The point that stays visible if the image is cropped, such as `x2 y2` for its middle. */
  focalPoint?: string | undefined
}

/** Whether a part of the page has the first image already. It changes while the page is rendered. */
const FirstImageContext = createContext({ isTaken: false })
export const FirstImageProvider = FirstImageContext.Provider

/**
 * An uploaded image in the formats and widths that exist of it, with its dimensions, so that nothing
 * moves. The first image of a page is loaded at once, all others when they come near.
 */
export function SizedImage({
  url,
  alt,
  sizes,
  isFirst = false,
  narrowUrl = '',
  className,
  focalPoint,
}: Props) {
  const { images } = useFrame()
  const firstImage = useContext(FirstImageContext)
  if (!url.startsWith('/media/')) return null
  const isPrioritized = isFirst && !firstImage.isTaken
  if (isPrioritized) firstImage.isTaken = true
  const files = images[url]
  const narrowFiles = images[narrowUrl]
  return (
    <picture className={className}>
      {narrowFiles && <Sources url={narrowUrl} files={narrowFiles} sizes="100vw" isNarrow />}
      {files && <Sources url={url} files={files} sizes={sizes} />}
      <img
        src={url}
        {...(files && !hasAvif(files) && { srcSet: toSourceSet(url, files, 'webp'), sizes })}
        width={files?.width}
        height={files?.height}
        alt={alt}
        data-focus={focalPoint === 'x2 y2' ? undefined : focalPoint}
        {...(isPrioritized ? { fetchPriority: 'high' } : { loading: 'lazy', decoding: 'async' })}
      />
    </picture>
  )
}

type SourcesProps = {
  url: string
  files: StorefrontImageFiles
  sizes: string
  isNarrow?: boolean
}

/** Whether the image has files that nearly all browsers choose. The others load `src` then. */
const hasAvif = ({ widths }: StorefrontImageFiles) => widths.length > 0

/** Images with AVIF files need WebP files only for narrow screens; other browsers load `src`. */
function Sources({ url, files, sizes, isNarrow = false }: SourcesProps) {
  const size = { sizes, width: files.width, height: files.height }
  const media = isNarrow ? '(max-width: 48em)' : undefined
  return (
    <>
      {hasAvif(files) && (
        <source
          type="image/avif"
          media={media}
          srcSet={toSourceSet(url, files, 'avif')}
          {...size}
        />
      )}
      {isNarrow && <source media={media} srcSet={toSourceSet(url, files, 'webp')} {...size} />}
    </>
  )
}
