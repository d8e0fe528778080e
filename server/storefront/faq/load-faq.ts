import { groupByCategory } from '#contract/cms/faq-question.ts'
import type { StorefrontQuestion } from '#contract/storefront/storefront-faq.ts'
import type { Tx } from '../../lib/db/db.ts'
import { type LoadedContent, notFound } from '../host/storefront-content.ts'

/** Returns the page with all questions. It does not exist without one that shoppers can see. */
export async function loadFaq(tx: Tx): Promise<LoadedContent> {
  const rows = await tx<(StorefrontQuestion & { category: string })[]>`
    select question, answer, category from faq_question
    where store_id = current_store() and is_published
    order by position, id`
  if (rows.length === 0) return notFound
  const groups = groupByCategory(rows).map(({ category, questions }) => ({
    category,
    questions: questions.map(({ question, answer }) => ({ question, answer })),
  }))
  return {
    content: { kind: 'faq', groups },
    head: { title: '', description: '', canonicalPath: '/faq' },
  }
}
