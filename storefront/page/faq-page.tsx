import type { StorefrontFaq } from '#contract/storefront/storefront-faq.ts'
import { Breadcrumbs } from '../component/frame/breadcrumbs.tsx'
import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { SanitizedHtml } from '../component/sanitized-html.tsx'

/** The questions of a store, each with an answer that opens without a script. */
export function FaqPage({ groups }: StorefrontFaq) {
  const t = useTexts()
  const contentLanguage = useContentLanguage()
  return (
    <div className="section text-page section-faq faq-page">
      <Breadcrumbs links={[]} current={t('faq.title')} />
      <h1>{t('faq.title')}</h1>
      {groups.map(({ category, questions }) => (
        <section key={category}>
          {category && <h2 {...contentLanguage}>{category}</h2>}
          {questions.map(({ question, answer }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once
            <details key={index}>
              <summary {...contentLanguage}>{question}</summary>
              <SanitizedHtml html={answer} />
            </details>
          ))}
        </section>
      ))}
    </div>
  )
}
