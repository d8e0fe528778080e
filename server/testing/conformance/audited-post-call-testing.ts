import { faqQuestionApi } from '#contract/cms/faq-question.ts'
import { postApi } from '#contract/cms/post.ts'
import { searchRuleApi } from '#contract/cms/search-rule.ts'
import { type AuditedCall, body, id, ids, withIdAndBody } from './audited-call-testing.ts'

/** The calls on posts of the blog, questions and search rules. */
export const postCalls: AuditedCall[] = [
  {
    route: postApi.create,
    entry: 'insert post',
    args: () => body({ title: 'News' }),
    saveIdAs: 'post',
  },
  {
    route: postApi.update,
    entry: 'update post',
    args: () => withIdAndBody('post', { title: 'Good news' }),
  },
  {
    route: postApi.restoreVersion,
    entry: 'update post',
    args: () => withIdAndBody('post', { number: 1 }),
  },
  { route: postApi.duplicate, entry: 'insert post', args: () => id('post') },
  { route: postApi.delete, entry: 'delete post', args: () => id('post') },
  {
    route: faqQuestionApi.create,
    entry: 'insert faq_question',
    args: () => body({ question: 'How long?', answer: '<p>Two days</p>' }),
    saveIdAs: 'question',
  },
  {
    route: faqQuestionApi.create,
    entry: 'insert faq_question',
    args: () => body({ question: 'How?', answer: '<p>By parcel</p>' }),
    saveIdAs: 'otherQuestion',
  },
  {
    route: faqQuestionApi.update,
    entry: 'update faq_question',
    args: () => withIdAndBody('question', { category: 'Shipping' }),
  },
  {
    route: faqQuestionApi.reorder,
    entry: 'update faq_question',
    args: () => ({
      body: { ids: [...ids('otherQuestion').body.ids, ...ids('question').body.ids] },
    }),
  },
  {
    route: faqQuestionApi.delete,
    entry: 'delete faq_question',
    args: () => id('question'),
  },
  {
    route: searchRuleApi.create,
    entry: 'insert search_rule',
    args: () => body({ terms: ['sofa', 'couch'] }),
    saveIdAs: 'searchRule',
  },
  {
    route: searchRuleApi.update,
    entry: 'update search_rule',
    args: () => withIdAndBody('searchRule', { terms: ['settee'] }),
  },
  {
    route: searchRuleApi.delete,
    entry: 'delete search_rule',
    args: () => id('searchRule'),
  },
]
