import { SectionContainer } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { CategoryGrid } from '../../component/list/category-grid.tsx'

export function CategoryGridSection({ section }: SectionProps<'categoryGrid'>) {
  const { categories, settings } = section
  return (
    <SectionContainer
      section={section}
      heading={settings.heading}
      isEmpty={categories.length === 0}
    >
      <CategoryGrid categories={categories} />
    </SectionContainer>
  )
}
