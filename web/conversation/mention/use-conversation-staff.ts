import { useQuery } from '@tanstack/react-query'
import { type Conversation, conversationApi } from '#contract/desk/conversation.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'

/** Returns the staff who can read conversations. */
export const useConversationStaff = () =>
  useQuery(queryOptionsFor(conversationApi.listStaff, {})).data ?? []

/** Returns the staff as options of a select, with an assignee who can no longer read conversations. */
export function useAssigneeOptions(current: Conversation['assignee']) {
  const people = useConversationStaff()
  const isListed = people.some(({ _id }) => _id === current?._id)
  return [...people, ...(current && !isListed ? [current] : [])].map(({ _id, name }) => ({
    value: _id,
    label: name,
  }))
}
