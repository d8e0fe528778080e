import type { ProductCardProps, ThemeComponents } from '../../component/frame/theme-components.tsx'
import { CardSwatches } from '../../component/product/card-swatches.tsx'
import { Price } from '../../component/product/price.tsx'
import { CardImage, CardTitle, CardVendor } from '../../component/product/product-card.tsx'
import { QuickAdd } from '../../component/product/quick-add.tsx'
import { CardRating } from '../../component/review/review-stars.tsx'

export const components: Partial<ThemeComponents> = { ProductCard: GalleryCard }

/** The caption below the image has the title and the price on one line. */
function GalleryCard({ card, isFirst }: ProductCardProps) {
  return (
    <article className="card">
      <CardImage card={card} isFirst={isFirst} />
      <div className="card-text">
        <div className="card-caption">
          <CardTitle card={card} />
          <Price {...card} isCard />
        </div>
        <CardVendor card={card} />
        <CardRating rating={card.rating} />
        <CardSwatches card={card} />
      </div>
      <QuickAdd card={card} position="end" />
    </article>
  )
}
