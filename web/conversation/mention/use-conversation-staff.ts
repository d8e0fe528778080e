import { useQuery } from '@tanstack/react-query'
import { type Conversation, conversationApi } from '#contract/desk/conversation.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'

/** Returns the staff who can read conversations. */
export const useConversationStaff = () =>
  useQuery(queryOptionsFor(conversationApi.listStaff, {})).data ?? []

/** Returns the staff as options of a select, with chosen ones who can no longer read conversations. */
export function useStaffOptions(chosen: Conversation['followers']) {
  const people = useConversationStaff()
  const unlisted = chosen.filter(({ _id }) => !people.some(person => person._id === _id))
  return [...people, ...unlisted].map(({ _id, name }) => ({ value: _id, label: name }))
}
