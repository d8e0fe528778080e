import { z } from 'zod'
import { defineApi } from '../lib/call/api.ts'
import { Id, multiLineText, singleLineText, Timestamp, updateSchema } from '../lib/schemas.ts'

/** Maximum number of questions of a store. They are on one page. */
export const maxFaqQuestions = 100

export const FaqQuestionInput = z.object({
  question: singleLineText(200, 1),
  /** Sanitized HTML. */
  answer: multiLineText(10_000).min(1),
  /** The heading above the question. Questions without one have no heading. */
  category: singleLineText(60).optional(),
  /** Shoppers see published questions only. */
  isPublished: z.boolean().optional(),
})
export type FaqQuestionInput = z.infer<typeof FaqQuestionInput>

export const FaqQuestion = FaqQuestionInput.required().extend({
  _id: Id,
  version: z.int(),
  updatedAt: Timestamp,
})
export type FaqQuestion = z.infer<typeof FaqQuestion>

export const faqQuestionApi = defineApi('faqQuestion', {
  list: {
    method: 'GET',
    path: '/faqQuestion/getAll',
    can: 'cms:read',
    summary: 'List questions and answers of the store in their order',
    reply: z.array(FaqQuestion),
  },
  get: {
    method: 'GET',
    path: '/faqQuestion/:id',
    can: 'cms:read',
    summary: 'Get a question with its answer',
    reply: FaqQuestion,
  },
  create: {
    method: 'POST',
    path: '/faqQuestion/create',
    can: 'cms:write',
    summary: 'Create a question at the end',
    body: FaqQuestionInput,
    reply: FaqQuestion,
    message: 'Question created',
  },
  update: {
    method: 'PATCH',
    path: '/faqQuestion/update/:id',
    can: 'cms:write',
    summary: 'Update a question',
    body: updateSchema(FaqQuestionInput),
    reply: FaqQuestion,
    message: 'Question updated',
  },
  delete: {
    method: 'DELETE',
    path: '/faqQuestion/delete/:id',
    can: 'cms:write',
    summary: 'Delete a question',
    message: 'Question deleted',
  },
  /** The reply is the whole list, so that the screen matches the stored order. */
  reorder: {
    method: 'PATCH',
    path: '/faqQuestion/reorder',
    can: 'cms:write',
    summary: 'Reorder the questions',
    body: z.object({ ids: z.array(Id).max(maxFaqQuestions) }),
    reply: z.array(FaqQuestion),
  },
})

/**
 * Returns the questions of each category. Categories are in the order of their first questions, which
 * is how the list and the page of the store show them.
 */
export function groupByCategory<Q extends Pick<FaqQuestion, 'category'>>(
  questions: readonly Q[],
): { category: string; questions: Q[] }[] {
  const groups = Map.groupBy(questions, ({ category }) => category)
  return [...groups].map(([category, members]) => ({ category, questions: members }))
}
