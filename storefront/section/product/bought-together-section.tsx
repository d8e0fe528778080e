import { SectionContainer } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { ProductGrid } from '../../component/product/product-grid.tsx'

export function BoughtTogetherSection({ section }: SectionProps<'boughtTogether'>) {
  const { cards, settings } = section
  return (
    <SectionContainer section={section} heading={settings.heading} isEmpty={cards.length === 0}>
      <ProductGrid cards={cards} isCentered />
    </SectionContainer>
  )
}
