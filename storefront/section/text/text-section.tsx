import { SectionFrame } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'
import { SanitizedHtml } from '../../part/sanitized-html.tsx'

export function TextSection({ section }: SectionProps<'text'>) {
  const { heading, body, alignment } = section.settings
  return (
    <SectionFrame section={section} heading={heading} isEmpty={heading === '' && body === ''}>
      <div data-align={alignment}>
        <SanitizedHtml html={body} />
      </div>
    </SectionFrame>
  )
}
