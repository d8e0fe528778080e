import { useContentLanguage, useFrame, useTexts } from '../frame/page-context.tsx'
import type { ProductCardProps } from '../frame/theme-components.tsx'
import { ResponsiveImage } from '../responsive-image.tsx'
import { Price } from './price.tsx'
import { ProductPlaceholder } from './product-placeholder.tsx'
import { WishButton } from './wish-button.tsx'

export function ProductCard({ card, isFirst = false }: ProductCardProps) {
  const showsVendor = useFrame().theme.settings['showVendor'] === true
  return (
    <article className="card">
      <CardImage card={card} isFirst={isFirst} />
      <div className="card-text">
        <h3 className="card-title">
          <a href={card.path} {...useContentLanguage()}>
            {card.title}
          </a>
        </h3>
        {showsVendor && card.vendor && <p className="card-vendor">{card.vendor}</p>}
        <Price {...card} />
      </div>
    </article>
  )
}

/** The first image of a product with its badge. */
export function CardImage({ card, isFirst = false }: ProductCardProps) {
  const t = useTexts()
  const isReduced = typeof card.priceDetails?.priorPrice === 'number'
  return (
    <div className="card-image">
      {card.image ? (
        <ResponsiveImage
          image={card.image}
          sizes="(min-width: 60em) 30vw, 50vw"
          isFirst={isFirst}
          alt=""
        />
      ) : (
        <ProductPlaceholder />
      )}
      <WishButton product={card._id} title={card.title} />
      {!card.isAvailable && <span className="badge">{t('soldOut')}</span>}
      {card.isAvailable && isReduced && (
        <span className="badge badge-sale">{t('prices.sale')}</span>
      )}
    </div>
  )
}
