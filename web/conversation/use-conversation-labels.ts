import { useTranslation } from 'react-i18next'
import { conversationLabels } from '#contract/desk/conversation-state.ts'

/** Translates the labels that every store has. Own labels of a store are texts of its staff. */
export function useConversationLabels() {
  const { t } = useTranslation()
  const known = conversationLabels.map(label => ({ label, text: t(`conversation.label.${label}`) }))
  return {
    known,
    toText: (label: string) => known.find(entry => entry.label === label)?.text ?? label,
    toLabel: (text: string) => known.find(entry => entry.text === text)?.label ?? text,
  }
}
