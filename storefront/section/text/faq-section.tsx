import { useContentLanguage } from '../../part/frame/page-context.tsx'
import { SectionFrame, useItemAttributes } from '../../part/frame/section-frame.tsx'
import type { SectionProps } from '../../part/frame/theme-parts.tsx'
import { SanitizedHtml } from '../../part/sanitized-html.tsx'

export function FaqSection({ section }: SectionProps<'faq'>) {
  const contentLanguage = useContentLanguage()
  const getAttributes = useItemAttributes()
  const { heading, isFirstOpen } = section.settings
  const questions = section.items.filter(({ settings }) => settings.question !== '')
  return (
    <SectionFrame section={section} heading={heading} isEmpty={questions.length === 0}>
      {questions.map(({ id, settings: { question, answer } }, index) => (
        <details key={id} open={isFirstOpen && index === 0} {...getAttributes(id)}>
          <summary {...contentLanguage}>{question}</summary>
          <SanitizedHtml html={answer} />
        </details>
      ))}
    </SectionFrame>
  )
}
