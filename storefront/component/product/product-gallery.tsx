import { getSizedImageUrl } from '#contract/lib/image.ts'
import { isVideoUrl } from '#contract/lib/text/video-url.ts'
import type { StorefrontImage, StorefrontProduct } from '#contract/storefront/storefront-page.ts'
import { useTexts } from '../frame/page-context.tsx'
import { Icon } from '../icon.tsx'
import { ResponsiveImage } from '../responsive-image.tsx'
import { VideoLink } from '../video-link.tsx'
import { ProductPlaceholder } from './product-placeholder.tsx'

type Props = {
  product: StorefrontProduct
  /** The URL of the image of the variant. */
  selectedUrl: string | undefined
  layout: 'below' | 'beside' | 'stacked' | 'grid' | 'row'
}

/**
 * The images and the video of a product, beginning with the image of the variant. On phones, and with
 * small images on wide screens too, they are a row to scroll.
 */
export function ProductGallery({ product, selectedUrl, layout }: Props) {
  const t = useTexts()
  const images = product.images.toSorted(
    (a, b) => Number(b.url === selectedUrl) - Number(a.url === selectedUrl),
  )
  const hasVideo = isVideoUrl(product.videoUrl)
  const count = images.length + Number(hasVideo)
  return (
    <div
      className="gallery"
      data-part="gallery"
      data-layout={layout}
      data-close={t('close')}
      data-previous={t('previous')}
      data-next={t('next')}
    >
      <ul className="gallery-images">
        {images.map((image, index) => (
          <li key={image.url} id={`image-${index + 1}`}>
            <GalleryImage image={image} index={index} count={count} />
          </li>
        ))}
        {hasVideo && (
          <li id={`image-${count}`}>
            <VideoLink url={product.videoUrl} title={product.title} image={images[0]?.url ?? ''} />
          </li>
        )}
        {count === 0 && (
          <li>
            <ProductPlaceholder />
          </li>
        )}
      </ul>
      {count > 1 && <Thumbnails images={images} hasVideo={hasVideo} />}
    </div>
  )
}

type ImageProps = { image: StorefrontImage; index: number; count: number }

function GalleryImage({ image, index, count }: ImageProps) {
  const t = useTexts()
  return (
    <a className="gallery-link" href={image.url}>
      <ResponsiveImage image={image} sizes="(min-width: 60em) 50vw, 100vw" isFirst={index === 0} />
      <span className="visually-hidden">{t('enlargeImage', { index: index + 1, count })}</span>
    </a>
  )
}

/** Links to the images: small images, and dots on phones. */
function Thumbnails({
  images,
  hasVideo,
}: {
  images: readonly StorefrontImage[]
  hasVideo: boolean
}) {
  const t = useTexts()
  const count = images.length + Number(hasVideo)
  return (
    <ul className="thumbnails">
      {images.map(({ url }, index) => (
        <li key={url}>
          <a href={`#image-${index + 1}`} aria-current={index === 0 ? 'true' : undefined}>
            <img src={getSizedImageUrl(url, 160)} alt="" width="160" height="160" loading="lazy" />
            <span className="visually-hidden">{t('imageOf', { index: index + 1, count })}</span>
          </a>
        </li>
      ))}
      {hasVideo && (
        <li>
          <a href={`#image-${count}`}>
            <Icon name="play" />
            <span className="visually-hidden">{t('video')}</span>
          </a>
        </li>
      )}
    </ul>
  )
}
