import { useContentLanguage, useFrame, usePercent, useTexts } from '../frame/page-context.tsx'
import type { ProductCardProps } from '../frame/theme-components.tsx'
import { ResponsiveImage } from '../responsive-image.tsx'
import { CardRating } from '../review/review-stars.tsx'
import { WishButton } from '../wish-list/wish-button.tsx'
import { CardSwatches } from './card-swatches.tsx'
import { Price } from './price.tsx'
import { ProductPlaceholder } from './product-placeholder.tsx'
import { QuickAdd } from './quick-add.tsx'

export function ProductCard({ card, isFirst = false }: ProductCardProps) {
  return (
    <article className="card">
      <CardImage card={card} isFirst={isFirst} />
      <div className="card-text">
        <CardTitle card={card} />
        <CardVendor card={card} />
        <CardRating rating={card.rating} />
        <Price {...card} isCard />
        <CardSwatches card={card} />
      </div>
      <QuickAdd card={card} position="end" />
    </article>
  )
}

/** The link covers the whole card. */
export function CardTitle({ card: { path, shownVariant, title } }: ProductCardProps) {
  return (
    <h3 className="card-title">
      <a href={shownVariant?.path ?? path} {...useContentLanguage()}>
        {title}
      </a>
    </h3>
  )
}

export function CardVendor({ card: { vendor } }: ProductCardProps) {
  const showsVendor = useFrame().theme.settings['showVendor'] === true
  return showsVendor && vendor ? <p className="card-vendor">{vendor}</p> : null
}

/** The first image of a product with its badge. Pointers and the keyboard show the second one. */
export function CardImage({ card, isFirst = false }: ProductCardProps) {
  const t = useTexts()
  const perRow = Number(useFrame().theme.settings['perRow'])
  // The edges of a phone and the gap between two cards take 3rem.
  const sizes = `(min-width: 60em) ${Math.max(30, Math.round(100 / (perRow || 3)))}vw, calc(50vw - 1.5rem)`
  return (
    <div className="card-image">
      {card.image ? (
        <ResponsiveImage image={card.image} sizes={sizes} isFirst={isFirst} alt="" />
      ) : (
        <ProductPlaceholder />
      )}
      {card.secondImage && (
        <ResponsiveImage image={card.secondImage} sizes={sizes} alt="" className="card-second" />
      )}
      {card.isAvailable ? <SaleBadge card={card} /> : <span className="badge">{t('soldOut')}</span>}
      <WishButton product={card._id} title={card.title} />
      <QuickAdd card={card} position="image" />
    </div>
  )
}

/** The reduction in percent, rounded down. */
function SaleBadge({ card: { price, priceDetails } }: ProductCardProps) {
  const t = useTexts()
  const formatPercent = usePercent()
  const priorPrice = priceDetails?.priorPrice ?? null
  if (priorPrice === null) return null
  const percentage = Math.floor(((priorPrice - price) / priorPrice) * 100)
  return (
    <span className="badge badge-sale">
      {t('prices.sale')} {percentage > 0 && formatPercent(-percentage / 100)}
    </span>
  )
}
