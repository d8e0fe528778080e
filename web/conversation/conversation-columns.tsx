import { IconClock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ConversationRow } from '#contract/desk/conversation.ts'
import type { ConversationFolder } from '#contract/desk/conversation-state.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { formatWaitingTime, isWaitingLong } from '../desk/format-waiting-time.ts'
import { useFormatters } from '../lib/formatters.ts'
import { toOptions } from '../lib/to-options.ts'
import type { ListFilter } from '../list/list-filters.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import css from './conversation-list.module.css'
import { useConversationLabels } from './use-conversation-labels.ts'

/** Returns the columns of the inbox. Some folders can be sorted by waiting time. */
export function useConversationColumns({
  isByWaitingTime,
}: {
  isByWaitingTime: boolean
}): ListColumn<ConversationRow>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('conversation.person'),
      width: 200,
      render: ({ name, email, isUnseen }) => (
        <EntityCell
          title={
            <span className={css.name} data-unseen={isUnseen || undefined}>
              {isUnseen && <span className="sw-hidden">{t('conversation.unseen')}</span>}
              <bdi>{name || formatEmail(email)}</bdi>
            </span>
          }
          details={name ? formatEmail(email) : undefined}
        />
      ),
    },
    {
      key: 'subject',
      label: t('conversation.subject'),
      phonePosition: 'line',
      render: row => <SubjectCell row={row} />,
    },
    {
      key: 'assignee',
      label: t('conversation.assignee'),
      width: 110,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ assignee }) => (assignee ? <bdi>{assignee.name}</bdi> : '–'),
    },
    {
      key: 'waitingSince',
      label: t('conversation.waiting'),
      ...(isByWaitingTime && { sort: 'waitingSince' }),
      width: 120,
      minScreen: 'tablet',
      render: ({ waitingSince }) => <WaitingTime since={waitingSince} />,
    },
    {
      key: 'lastMessageAt',
      label: t('conversation.received'),
      sort: 'lastMessageAt',
      width: 120,
      phonePosition: 'side',
      render: ({ lastMessageAt }) => <RelativeTime time={lastMessageAt} />,
    },
  ]
}

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

function SubjectCell({ row }: { row: ConversationRow }) {
  const { t } = useTranslation()
  const { toText } = useConversationLabels()
  const { channel, subject, lastText, labels, hasDraft, isUnseen } = row
  return (
    <span className={css.subjectCell}>
      <span className={css.subject} data-unseen={isUnseen || undefined} dir="auto">
        {hasDraft && <span className={css.draft}>{t('conversation.draftMark')}</span>}
        {subject || (channel === 'chat' ? t('chat.title') : t('conversation.noSubject'))}
      </span>
      <span className={css.preview} dir="auto">
        {lastText}
      </span>
      {labels.length > 0 && (
        <span className={css.labels}>
          {labels.map(label => (
            <bdi key={label} className={css.label}>
              {toText(label)}
            </bdi>
          ))}
        </span>
      )}
    </span>
  )
}

function WaitingTime({ since }: { since: string | null }) {
  const format = useFormatters()
  if (!since) return '–'
  return (
    <span
      className={css.waiting}
      data-long={isWaitingLong(since) || undefined}
      title={format.dateTime(since)}
    >
      <IconClock size={14} aria-hidden="true" />
      {formatWaitingTime(format.locale, since)}
    </span>
  )
}
