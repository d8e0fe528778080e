import type { StorefrontCategory } from '#contract/storefront/storefront-page.ts'
import { useContentLanguage } from '../frame/page-context.tsx'
import { SizedImage } from '../sized-image.tsx'

/** Categories as cards with their images. */
export function CategoryGrid({ categories }: { categories: readonly StorefrontCategory[] }) {
  const contentLanguage = useContentLanguage()
  return (
    <ul className="grid category-grid">
      {categories.map(({ name, slug, image }) => (
        <li key={slug} className="card">
          <div className="card-image">
            <SizedImage url={image} alt="" sizes="(min-width: 60em) 30vw, calc(50vw - 1.5rem)" />
          </div>
          <h3 className="card-title">
            <a href={`/categories/${slug}`} {...contentLanguage}>
              {name}
            </a>
          </h3>
        </li>
      ))}
    </ul>
  )
}
