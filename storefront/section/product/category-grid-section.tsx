import { useContentLanguage } from '../../component/frame/page-context.tsx'
import { SectionContainer } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { SizedImage } from '../../component/sized-image.tsx'

export function CategoryGridSection({ section }: SectionProps<'categoryGrid'>) {
  const { categories, settings } = section
  const contentLanguage = useContentLanguage()
  return (
    <SectionContainer
      section={section}
      heading={settings.heading}
      isEmpty={categories.length === 0}
    >
      <ul className="grid category-grid">
        {categories.map(({ name, slug, image }) => (
          <li key={slug} className="card">
            <div className="card-image">
              <SizedImage url={image} alt="" sizes="(min-width: 60em) 30vw, 50vw" />
            </div>
            <h3 className="card-title">
              <a href={`/categories/${slug}`} {...contentLanguage}>
                {name}
              </a>
            </h3>
          </li>
        ))}
      </ul>
    </SectionContainer>
  )
}
