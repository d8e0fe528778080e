import { ButtonLink } from '../../part/button-link.tsx'
import { useContentLanguage } from '../../part/frame/page-context.tsx'
import { SectionFrame, useItemAttributes } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'
import { SanitizedHtml } from '../../part/sanitized-html.tsx'
import { SizedImage } from '../../part/sized-image.tsx'

export function ColumnsSection({ section, isFirst }: SectionProps<'columns'>) {
  const { items, settings } = section
  const contentLanguage = useContentLanguage()
  const getAttributes = useItemAttributes()
  return (
    <SectionFrame section={section} heading={settings.heading} isEmpty={items.length === 0}>
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
    </SectionFrame>
  )
}
