import { SectionFrame } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'
import { ProductGrid } from '../../part/product/product-grid.tsx'

export function RelatedProductsSection({ section }: SectionProps<'relatedProducts'>) {
  const { cards, settings } = section
  return (
    <SectionFrame section={section} heading={settings.heading} isEmpty={cards.length === 0}>
      <ProductGrid cards={cards} />
    </SectionFrame>
  )
}
