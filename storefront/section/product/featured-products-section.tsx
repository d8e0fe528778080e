import { ButtonLink } from '../../part/button-link.tsx'
import { SectionFrame } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'
import { ProductGrid } from '../../part/product/product-grid.tsx'

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
