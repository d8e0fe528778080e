import {
  IconAlertOctagon,
  IconCircleCheck,
  IconClock,
  IconClockPause,
  IconInbox,
  IconMailX,
  IconPencil,
  IconSend,
  IconTrash,
  IconUser,
  IconUserQuestion,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { conversationApi } from '#contract/desk/conversation.ts'
import {
  type ConversationCounts,
  ConversationFolder,
  maxFolderCount,
} from '#contract/desk/conversation-state.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import css from './folder-nav.module.css'

const icons = {
  inbox: IconInbox,
  mine: IconUser,
  unassigned: IconUserQuestion,
  waiting: IconClock,
  snoozed: IconClockPause,
  closed: IconCircleCheck,
  sent: IconSend,
  draft: IconPencil,
  spam: IconAlertOctagon,
  trash: IconTrash,
}
const countKeys: Partial<Record<ConversationFolder, keyof ConversationCounts>> = {
  inbox: 'inbox',
  mine: 'mine',
  unassigned: 'unassigned',
  waiting: 'waiting',
  snoozed: 'snoozed',
  draft: 'draft',
  spam: 'spam',
}

/** The folders with the number of their conversations. The inbox is bold while it has unseen ones. */
export function FolderNav({ current }: { current: ConversationFolder | 'unfiled' }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const counts = useQuery(queryOptionsFor(conversationApi.counts, {})).data
  const formatCount = (count: number | undefined) =>
    count ? `${format.number(count)}${count >= maxFolderCount ? '+' : ''}` : ''
  return (
    <nav className={css.nav} aria-label={t('conversation.byFolder')}>
      {ConversationFolder.options.map(folder => {
        const Icon = icons[folder]
        const countKey = countKeys[folder]
        return (
          <Link
            key={folder}
            to={`/apps/email/${folder}`}
            className={css.link}
            aria-current={folder === current ? 'page' : undefined}
            data-unseen={(folder === 'inbox' && counts && counts.unseen > 0) || undefined}
          >
            <Icon size={18} stroke={1.75} aria-hidden />
            <span className={css.label}>{t(`conversation.folder.${folder}`)}</span>
            <span className={css.count}>{formatCount(countKey && counts?.[countKey])}</span>
          </Link>
        )
      })}
      {counts !== undefined && counts.unfiled > 0 && (
        <Link
          to="/apps/email/unfiled"
          className={css.link}
          aria-current={current === 'unfiled' ? 'page' : undefined}
        >
          <IconMailX size={18} stroke={1.75} aria-hidden />
          <span className={css.label}>{t('conversation.unfiled.title')}</span>
          <span className={css.count}>{formatCount(counts.unfiled)}</span>
        </Link>
      )}
    </nav>
  )
}
