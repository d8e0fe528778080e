import type { StorefrontQuestion } from '#contract/storefront/storefront-blog.ts'
import { useContentLanguage } from './frame/page-context.tsx'
import { SanitizedHtml } from './sanitized-html.tsx'

/** Questions, each with an answer that opens without a script. */
export function QuestionList({ questions }: { questions: readonly StorefrontQuestion[] }) {
  const contentLanguage = useContentLanguage()
  return questions.map(({ question, answer }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once
    <details key={index}>
      <summary {...contentLanguage}>{question}</summary>
      <SanitizedHtml html={answer} />
    </details>
  ))
}
