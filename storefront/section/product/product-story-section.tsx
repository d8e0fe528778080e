import { useContentLanguage, useFrame, useTexts } from '../../component/frame/page-context.tsx'
import { SectionContainer, useItemAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { Price } from '../../component/product/price.tsx'
import { ResponsiveImage } from '../../component/responsive-image.tsx'
import { SanitizedHtml } from '../../component/sanitized-html.tsx'
import { SizedImage } from '../../component/sized-image.tsx'

/** A product with its story: an introduction with the price, then chapters. */
export function ProductStorySection({ section, isFirst }: SectionProps<'productStory'>) {
  const { images } = useFrame()
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  const getAttributes = useItemAttributes()
  const [card] = section.cards
  if (!card) return <SectionContainer section={section} isEmpty />
  const { heading, body } = section.settings
  return (
    <SectionContainer section={section}>
      <div className="image-text story-lead">
        {card.image && (
          <ResponsiveImage
            image={card.image}
            sizes="(min-width: 60em) 50vw, 100vw"
            isFirst={isFirst}
          />
        )}
        <div>
          <h2 {...contentLanguage}>{heading || card.title}</h2>
          <Price {...card} />
          <SanitizedHtml html={body} />
          <a className="button" href={card.path}>
            {t('viewProduct')}
            <span className="visually-hidden">: {card.title}</span>
          </a>
        </div>
      </div>
      {section.items.map(({ id, settings: chapter }, index) => (
        <div
          key={id}
          className="image-text story-chapter"
          data-side={index % 2 === 0 ? 'right' : 'left'}
          data-text-only={images[chapter.image] ? undefined : ''}
          {...getAttributes(id)}
        >
          <SizedImage url={chapter.image} alt={chapter.alt} sizes="(min-width: 60em) 50vw, 100vw" />
          <div>
            {chapter.heading && <h3 {...contentLanguage}>{chapter.heading}</h3>}
            <SanitizedHtml html={chapter.body} />
          </div>
        </div>
      ))}
    </SectionContainer>
  )
}
