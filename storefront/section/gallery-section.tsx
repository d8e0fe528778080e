import { useContentLanguage, useFrame } from '../part/frame/page-context.tsx'
import { SectionFrame, useItemAttributes } from '../part/frame/section-frame.tsx'
import type { SectionProps } from '../part/frame/theme-parts.tsx'
import { SizedImage } from '../part/sized-image.tsx'

export function GallerySection({ section, isFirst }: SectionProps<'gallery'>) {
  const { images } = useFrame()
  const { heading, layout } = section.settings
  const contentLanguage = useContentLanguage()
  const getAttributes = useItemAttributes()
  const entries = section.items.filter(({ settings }) => images[settings.image])
  return (
    <SectionFrame section={section} heading={heading} isEmpty={entries.length === 0}>
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
    </SectionFrame>
  )
}
