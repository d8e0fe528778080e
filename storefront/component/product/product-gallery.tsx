import { getSizedImageUrl } from '#contract/lib/image.ts'
import type { StorefrontImage } from '#contract/storefront/storefront-page.ts'
import { useTexts } from '../frame/page-context.tsx'
import { ResponsiveImage } from '../responsive-image.tsx'

type Props = { images: readonly StorefrontImage[]; selected: string | undefined }

/** The images of a product as a row to scroll, beginning with the image of the variant. */
export function ProductGallery({ images, selected }: Props) {
  const t = useTexts()
  if (images.length === 0) return null
  const sorted = images.toSorted((a, b) => Number(b.url === selected) - Number(a.url === selected))
  return (
    <div className="gallery" data-close={t('close')}>
      <ul className="gallery-images">
        {sorted.map((image, index) => (
          <li key={image.url} id={`image-${index + 1}`}>
            <a className="gallery-link" href={image.url}>
              <ResponsiveImage
                image={image}
                sizes="(min-width: 60em) 50vw, 100vw"
                isFirst={index === 0}
              />
              <span className="visually-hidden">
                {t('enlargeImage', { index: index + 1, count: images.length })}
              </span>
            </a>
          </li>
        ))}
      </ul>
      {images.length > 1 && <Thumbnails images={sorted} />}
    </div>
  )
}

function Thumbnails({ images }: { images: readonly StorefrontImage[] }) {
  const t = useTexts()
  return (
    <ul className="thumbnails">
      {images.map(({ url }, index) => (
        <li key={url}>
          <a href={`#image-${index + 1}`}>
            <img src={getSizedImageUrl(url, 160)} alt="" width="160" height="160" loading="lazy" />
            <span className="visually-hidden">
              {t('imageOf', { index: index + 1, count: images.length })}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
