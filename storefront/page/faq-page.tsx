import type { StorefrontFaq } from '#contract/storefront/storefront-blog.ts'
import { Breadcrumbs } from '../component/frame/breadcrumbs.tsx'
import { useContentLanguage, useTexts } from '../component/frame/page-context.tsx'
import { QuestionList } from '../component/question-list.tsx'

/** The questions of a store by category. */
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
          <QuestionList questions={questions} />
        </section>
      ))}
    </div>
  )
}
