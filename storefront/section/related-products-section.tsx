import { ProductGrid } from '../part/product-grid.tsx'
import { SectionFrame } from '../part/section-frame.tsx'
import type { SectionProps } from '../part/theme-parts.tsx'

export function RelatedProductsSection({ section }: SectionProps<'relatedProducts'>) {
  const { cards, settings } = section
  return (
    <SectionFrame section={section} heading={settings.heading} isEmpty={cards.length === 0}>
      <ProductGrid cards={cards} />
    </SectionFrame>
  )
}
