import { ButtonLink } from '../../component/button-link.tsx'
import { useContentLanguage } from '../../component/frame/page-context.tsx'
import { SectionContainer, useItemAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { SanitizedHtml } from '../../component/sanitized-html.tsx'
import { SizedImage } from '../../component/sized-image.tsx'

export function ColumnsSection({ section, isFirst }: SectionProps<'columns'>) {
  const { items, settings } = section
  const contentLanguage = useContentLanguage()
  const getAttributes = useItemAttributes()
  return (
    <SectionContainer section={section} heading={settings.heading} isEmpty={items.length === 0}>
      <ul className="columns">
        {items.map(({ id, settings: { image, alt, heading, body, buttonLabel, link } }, index) => (
          <li key={id} {...getAttributes(id)}>
            <SizedImage
              url={image}
              alt={alt}
              sizes="(min-width: 60em) 30vw, 100vw"
              isFirst={isFirst && index === 0}
            />
            {heading && <h3 {...contentLanguage}>{heading}</h3>}
            <SanitizedHtml html={body} />
            <ButtonLink label={buttonLabel} link={link} className="text-link" />
          </li>
        ))}
      </ul>
    </SectionContainer>
  )
}
