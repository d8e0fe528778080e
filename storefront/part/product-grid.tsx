import type { StorefrontCard } from '#contract/storefront-page.ts'
import { useThemeParts } from './theme-parts.tsx'

export function ProductGrid({ cards }: { cards: readonly StorefrontCard[] }) {
  const { ProductCard } = useThemeParts()
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
