import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { conversationApi } from '#contract/desk/conversation.ts'
import { conversationLabels } from '#contract/desk/conversation-state.ts'
import { queryOptionsFor } from '../lib/call/api.ts'

/** Translates the labels that every store has. Own labels of a store are texts of its staff. */
export function useConversationLabels() {
  const { t } = useTranslation()
  const ownLabels = useQuery(queryOptionsFor(conversationApi.listLabels, {})).data ?? []
  const known = conversationLabels.map(label => ({ label, text: t(`conversation.label.${label}`) }))
  return {
    known: [...known, ...ownLabels.map(label => ({ label, text: label }))],
    toText: (label: string) => known.find(entry => entry.label === label)?.text ?? label,
    toLabel: (text: string) => known.find(entry => entry.text === text)?.label ?? text,
  }
}
