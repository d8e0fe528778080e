import { useContentLanguage } from '../../component/frame/page-context.tsx'
import { SectionContainer, useItemAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'

export function TestimonialsSection({ section }: SectionProps<'testimonials'>) {
  const getAttributes = useItemAttributes()
  const quotes = section.items.filter(({ settings }) => settings.quote !== '')
  return (
    <SectionContainer
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
    </SectionContainer>
  )
}
