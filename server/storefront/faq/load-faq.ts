import { groupByCategory } from '#contract/cms/faq-question.ts'
import type { StorefrontQuestion } from '#contract/storefront/storefront-blog.ts'
import { buildWhere } from '../../lib/call/list.ts'
import type { Tx } from '../../lib/db/db.ts'
import { type LoadedContent, notFound } from '../host/storefront-content.ts'

const maxFoundQuestions = 5

/** Returns the first questions that have all parts of a search in the question or the answer. */
export const searchQuestions = (tx: Tx, parts: readonly string[]) => tx<StorefrontQuestion[]>`
  select q.question, q.answer from faq_question q
  ${buildWhere(tx, [
    tx`q.store_id = current_store() and q.is_published`,
    ...parts.map(part => tx`contains_text(q.question || ' ' || plain_text(q.answer), ${part})`),
  ])}
  order by q.position, q.id limit ${maxFoundQuestions}`

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
