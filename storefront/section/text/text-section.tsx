import { SectionContainer } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { SanitizedHtml } from '../../component/sanitized-html.tsx'

export function TextSection({ section }: SectionProps<'text'>) {
  const { heading, body, alignment } = section.settings
  return (
    <SectionContainer section={section} heading={heading} isEmpty={heading === '' && body === ''}>
      <div data-align={alignment}>
        <SanitizedHtml html={body} />
      </div>
    </SectionContainer>
  )
}
