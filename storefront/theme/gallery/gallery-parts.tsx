import { useFrame } from '../../part/frame/page-context.tsx'
import type { ProductCardProps, ThemeParts } from '../../part/frame/theme-parts.tsx'
import { Price } from '../../part/product/price.tsx'
import { CardImage } from '../../part/product/product-card.tsx'

export const parts: Partial<ThemeParts> = { ProductCard: GalleryCard }

/** The caption below the image has the title and the price on one line. */
function GalleryCard({ card, isFirst }: ProductCardProps) {
  const showsVendor = useFrame().theme.settings['showVendor'] === true
  return (
    <article className="card">
      <CardImage card={card} isFirst={isFirst} />
      <div className="card-text">
        <div className="card-caption">
          <h3 className="card-title">
            <a href={card.path}>{card.title}</a>
          </h3>
          <Price {...card} />
        </div>
        {showsVendor && card.vendor && <p className="card-vendor">{card.vendor}</p>}
      </div>
    </article>
  )
}
