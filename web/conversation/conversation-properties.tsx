import { MultiSelect, Select, TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import {
  type Conversation,
  type ConversationEdit,
  conversationApi,
} from '#contract/desk/conversation.ts'
import { maxConversationLabels } from '#contract/desk/conversation-state.ts'
import { useRouteMutation } from '../lib/call/api.ts'
import { useCanCall } from '../lib/session/session.ts'
import { SectionCard } from '../ui/page/section-card.tsx'
import { useStaffOptions } from './mention/use-conversation-staff.ts'
import { useConversationLabels } from './use-conversation-labels.ts'

const maxLabelLength = 40

/** Changes the assignee, the followers and the labels of a conversation. */
export function ConversationProperties({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const { _id: id, assignee, followers } = conversation
  const isReadOnly = !useCanCall(conversationApi.update)
  const update = useRouteMutation(conversationApi.update)
  const { known, toText, toLabel } = useConversationLabels()
  const change = (body: ConversationEdit) => update.mutate({ params: { id }, body })
  const sent = update.isPending ? update.variables?.body : undefined
  const { addLabels = [], removeLabels = [], addFollowers = [], removeFollowers = [] } = sent ?? {}
  const labels = [...new Set([...conversation.labels, ...addLabels])].filter(
    label => !removeLabels.includes(label),
  )
  function changeLabels(texts: readonly string[]) {
    const chosen = texts.map(toLabel)
    change({
      addLabels: chosen.filter(label => !labels.includes(label)),
      removeLabels: labels.filter(label => !chosen.includes(label)),
    })
  }
  const followerIds = [...new Set([...followers.map(({ _id }) => _id), ...addFollowers])].filter(
    _id => !removeFollowers.includes(_id),
  )
  const assigneeId = sent?.assignee === undefined ? (assignee?._id ?? null) : sent.assignee
  return (
    <SectionCard title={t('conversation.organization')}>
      <Select
        label={t('conversation.assignee')}
        placeholder={t('conversation.nobody')}
        data={useStaffOptions(assignee ? [assignee] : [])}
        value={assigneeId}
        clearable
        searchable
        disabled={isReadOnly}
        onChange={value => change({ assignee: value })}
      />
      <MultiSelect
        label={t('conversation.followers')}
        placeholder={followerIds.length === 0 ? t('conversation.addFollower') : undefined}
        data={useStaffOptions(followers)}
        value={followerIds}
        hidePickedOptions
        searchable
        disabled={isReadOnly}
        onChange={selectedIds =>
          change({
            addFollowers: selectedIds.filter(_id => !followerIds.includes(_id)),
            removeFollowers: followerIds.filter(_id => !selectedIds.includes(_id)),
          })
        }
      />
      <TagsInput
        label={t('conversation.labels')}
        data={known.map(({ text }) => text)}
        value={labels.map(toText)}
        maxTags={maxConversationLabels}
        maxLength={maxLabelLength}
        acceptValueOnBlur
        disabled={isReadOnly}
        onChange={changeLabels}
      />
    </SectionCard>
  )
}
