import { useTranslation } from 'react-i18next'
import type { ConversationFolder } from '#contract/desk/conversation-state.ts'
import { toOptions } from '../lib/to-options.ts'
import type { ListFilter } from '../list/list-filters.tsx'
import { useConversationLabels } from './use-conversation-labels.ts'

/** Chats of the team are not in the inbox. */
const filterChannels = ['email', 'form', 'chat'] as const

/** Returns the filters of a folder of the inbox. */
export function useConversationFilters(folder: ConversationFolder): ListFilter[] {
  const { t } = useTranslation()
  const { known } = useConversationLabels()
  const hasOneAssignee = folder === 'mine' || folder === 'unassigned'
  return [
    {
      key: 'label',
      label: t('conversation.labelFilter'),
      isSingleChoice: true,
      options: known.map(({ label, text }) => ({ value: label, label: text })),
    },
    {
      key: 'channel',
      label: t('conversation.channelFilter'),
      isSingleChoice: true,
      options: toOptions(filterChannels, value => t(`conversation.channel.${value}`)),
    },
    ...(hasOneAssignee
      ? []
      : [
          {
            key: 'isUnassigned',
            label: t('conversation.assignee'),
            isSingleChoice: true,
            options: [{ value: 'true', label: t('conversation.nobody') }],
          },
        ]),
  ]
}
