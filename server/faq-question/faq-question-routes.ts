import { faqQuestionApi } from '#contract/cms/faq-question.ts'
import { type App, serve } from '../lib/call/serve.ts'
import {
  createFaqQuestion,
  deleteFaqQuestion,
  getFaqQuestion,
  listFaqQuestions,
  reorderFaqQuestions,
  updateFaqQuestion,
} from './faq-question-store.ts'

export function faqQuestionRoutes(app: App) {
  serve(app, faqQuestionApi.list, ({ tx }) => listFaqQuestions(tx))
  serve(app, faqQuestionApi.get, ({ tx, params }) => getFaqQuestion(tx, params.id))
  serve(app, faqQuestionApi.create, ({ tx, body }) => createFaqQuestion(tx, body))
  serve(app, faqQuestionApi.update, ({ tx, params, body }) =>
    updateFaqQuestion(tx, params.id, body),
  )
  serve(app, faqQuestionApi.delete, ({ tx, params }) => deleteFaqQuestion(tx, params.id))
  serve(app, faqQuestionApi.reorder, ({ tx, body }) => reorderFaqQuestions(tx, body.ids))
}
