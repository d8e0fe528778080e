import { useQueryClient } from '@tanstack/react-query'
import { type FaqQuestion, faqQuestionApi } from '#contract/cms/faq-question.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'

/** Returns a function that shows questions in a new order at once, and reverts it on an error. */
export function useReorderFaqQuestions() {
  const client = useQueryClient()
  const { queryKey } = queryOptionsFor(faqQuestionApi.list, {})
  const { mutate } = useRouteMutation(faqQuestionApi.reorder)
  return (questions: FaqQuestion[]) => {
    const previous = client.getQueryData(queryKey)
    // A response to an earlier request does not contain this change.
    void client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, questions)
    mutate(
      { body: { ids: questions.map(({ _id }) => _id) } },
      { onError: () => client.setQueryData(queryKey, previous) },
    )
  }
}
