import { ButtonLink } from '../../component/button-link.tsx'
import { useContentLanguage, useTexts } from '../../component/frame/page-context.tsx'
import { SectionContainer } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { ProductGrid } from '../../component/product/product-grid.tsx'
import { SizedImage } from '../../component/sized-image.tsx'

/** A category with its image beside some of its products. */
export function CategorySpotlightSection({ section }: SectionProps<'categorySpotlight'>) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const [category] = section.categories
  if (!category) return <SectionContainer section={section} isEmpty />
  const { heading, text, image, alt, buttonLabel, imageSide } = section.settings
  const path = `/categories/${category.slug}`
  return (
    <SectionContainer section={section}>
      <div className="spotlight" data-side={imageSide}>
        <div className="spotlight-lead">
          <SizedImage
            url={image || category.image}
            alt={image ? alt : ''}
            sizes="(min-width: 60em) 40vw, 100vw"
          />
          <h2 {...contentLanguage}>{heading || category.name}</h2>
          {text && <p {...contentLanguage}>{text}</p>}
          <ButtonLink label={buttonLabel || t('viewAll')} link={path} />
        </div>
        <ProductGrid cards={section.cards} />
      </div>
    </SectionContainer>
  )
}
