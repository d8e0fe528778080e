import { useContentLanguage, useFrame } from '../component/frame/page-context.tsx'
import { SectionContainer, useItemAttributes } from '../component/frame/section-container.tsx'
import type { SectionProps } from '../component/frame/theme-components.tsx'
import { SizedImage } from '../component/sized-image.tsx'

export function GallerySection({ section, isFirst }: SectionProps<'gallery'>) {
  const { images } = useFrame()
  const { heading, layout } = section.settings
  const contentLanguage = useContentLanguage()
  const getAttributes = useItemAttributes()
  const entries = section.items.filter(({ settings }) => images[settings.image])
  return (
    <SectionContainer section={section} heading={heading} isEmpty={entries.length === 0}>
      <ul className="image-grid" data-layout={layout}>
        {entries.map(({ id, settings: { image, alt, caption, link } }, index) => {
          const content = (
            <SizedImage
              url={image}
              alt={alt}
              sizes="(min-width: 60em) 33vw, 50vw"
              isFirst={isFirst && index === 0}
            />
          )
          return (
            <li key={id} {...getAttributes(id)}>
              <figure>
                {link ? <a href={link}>{content}</a> : content}
                {caption && <figcaption {...contentLanguage}>{caption}</figcaption>}
              </figure>
            </li>
          )
        })}
      </ul>
    </SectionContainer>
  )
}
