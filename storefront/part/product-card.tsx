import type { StorefrontCard } from '#contract/storefront-page.ts'
import { useFrame, useTexts } from './page-context.tsx'
import { Price } from './price.tsx'
import { ResponsiveImage } from './responsive-image.tsx'

type Props = { card: StorefrontCard; isFirst?: boolean }

export function ProductCard({ card, isFirst = false }: Props) {
  const t = useTexts()
  const showsVendor = useFrame().theme.settings['showVendor'] === true
  return (
    <article className="card">
      <div className="card-image">
        {card.image && (
          <ResponsiveImage
            image={card.image}
            sizes="(min-width: 60em) 25vw, 50vw"
            isFirst={isFirst}
            alt=""
          />
        )}
        {!card.isAvailable && <span className="badge">{t.soldOut}</span>}
        {card.isAvailable && card.compareAtPrice !== null && card.compareAtPrice > card.price && (
          <span className="badge badge-sale">{t.sale}</span>
        )}
      </div>
      <h3 className="card-title">
        <a href={card.path}>{card.title}</a>
      </h3>
      {showsVendor && card.vendor && <p className="card-vendor">{card.vendor}</p>}
      <Price {...card} />
    </article>
  )
}

export function ProductGrid({ cards }: { cards: readonly StorefrontCard[] }) {
  return (
    <ul className="grid">
      {cards.map((card, index) => (
        <li key={card.path}>
          <ProductCard card={card} isFirst={index === 0} />
        </li>
      ))}
    </ul>
  )
}
