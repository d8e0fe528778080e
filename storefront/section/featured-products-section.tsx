import { ButtonLink } from '../part/button-link.tsx'
import { ProductGrid } from '../part/product-grid.tsx'
import { SectionFrame } from '../part/section-frame.tsx'
import type { SectionProps } from '../part/theme-parts.tsx'

export function FeaturedProductsSection({ section, isFirst }: SectionProps<'featuredProducts'>) {
  const { heading, buttonLabel, link } = section.settings
  return (
    <SectionFrame section={section} heading={heading} isEmpty={section.cards.length === 0}>
      <ProductGrid cards={section.cards} isFirst={isFirst} />
      {buttonLabel && (
        <p className="section-more">
          <ButtonLink label={buttonLabel} link={link} />
        </p>
      )}
    </SectionFrame>
  )
}
