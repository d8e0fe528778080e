import type { StorefrontCard } from '#contract/storefront/storefront-page.ts'
import { useThemeComponents } from '../frame/theme-components.tsx'

type Props = {
  cards: readonly StorefrontCard[]
  /** The grid is at the top of the page. */
  isFirst?: boolean
  /** A last row that is not full is in the middle. */
  isCentered?: boolean
}

export function ProductGrid({ cards, isFirst = false, isCentered = false }: Props) {
  const { ProductCard } = useThemeComponents()
  return (
    <ul className={isCentered ? 'grid grid-centered' : 'grid'}>
      {cards.map((card, index) => (
        <li key={card.path}>
          <ProductCard card={card} isFirst={isFirst && index === 0} />
        </li>
      ))}
    </ul>
  )
}
