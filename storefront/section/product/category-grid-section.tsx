import { useContentLanguage } from '../../part/frame/page-context.tsx'
import { SectionFrame } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'
import { SizedImage } from '../../part/sized-image.tsx'

export function CategoryGridSection({ section }: SectionProps<'categoryGrid'>) {
  const { categories, settings } = section
  const contentLanguage = useContentLanguage()
  return (
    <SectionFrame section={section} heading={settings.heading} isEmpty={categories.length === 0}>
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
    </SectionFrame>
  )
}
