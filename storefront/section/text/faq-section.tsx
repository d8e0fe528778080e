import { useContentLanguage } from '../../component/frame/page-context.tsx'
import { SectionContainer, useItemAttributes } from '../../component/frame/section-container.tsx'
import type { SectionProps } from '../../component/frame/theme-components.tsx'
import { SanitizedHtml } from '../../component/sanitized-html.tsx'

export function FaqSection({ section }: SectionProps<'faq'>) {
  const contentLanguage = useContentLanguage()
  const getAttributes = useItemAttributes()
  const { heading, isFirstOpen } = section.settings
  const questions = section.items.filter(({ settings }) => settings.question !== '')
  return (
    <SectionContainer section={section} heading={heading} isEmpty={questions.length === 0}>
      {questions.map(({ id, settings: { question, answer } }, index) => (
        <details key={id} open={isFirstOpen && index === 0} {...getAttributes(id)}>
          <summary {...contentLanguage}>{question}</summary>
          <SanitizedHtml html={answer} />
        </details>
      ))}
    </SectionContainer>
  )
}
