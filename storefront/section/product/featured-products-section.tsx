import { ButtonLink } from '../../component/button-link.tsx'
import { SectionContainer } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { ProductGrid } from '../../component/product/product-grid.tsx'

export function FeaturedProductsSection({ section, isFirst }: SectionProps<'featuredProducts'>) {
  const { heading, buttonLabel, link } = section.settings
  return (
    <SectionContainer section={section} heading={heading} isEmpty={section.cards.length === 0}>
      <ProductGrid cards={section.cards} isFirst={isFirst} isCentered />
      {buttonLabel && (
        <p className="section-more">
          <ButtonLink label={buttonLabel} link={link} />
        </p>
      )}
    </SectionContainer>
  )
}
