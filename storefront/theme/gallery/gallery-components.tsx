import { useFrame } from '../../component/frame/page-context.tsx'
import type { ProductCardProps, ThemeComponents } from '../../component/frame/theme-components.tsx'
import { Price } from '../../component/product/price.tsx'
import { CardImage } from '../../component/product/product-card.tsx'

export const components: Partial<ThemeComponents> = { ProductCard: GalleryCard }

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
