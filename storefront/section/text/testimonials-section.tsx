import { useContentLanguage } from '../../part/frame/page-context.tsx'
import { SectionFrame, useItemAttributes } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'

export function TestimonialsSection({ section }: SectionProps<'testimonials'>) {
  const getAttributes = useItemAttributes()
  const quotes = section.items.filter(({ settings }) => settings.quote !== '')
  return (
    <SectionFrame
      section={section}
      heading={section.settings.heading}
      isEmpty={quotes.length === 0}
    >
      <ul className="quotes" {...useContentLanguage()}>
        {quotes.map(({ id, settings: { quote, author } }) => (
          <li key={id} {...getAttributes(id)}>
            <blockquote>
              <p>{quote}</p>
              {author && <footer>{author}</footer>}
            </blockquote>
          </li>
        ))}
      </ul>
    </SectionFrame>
  )
}
