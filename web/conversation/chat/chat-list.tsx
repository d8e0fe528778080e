import { IconPackage, IconReceipt, IconUser, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Chat, type ChatRow, maxUnseenCount } from '#contract/desk/chat.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { RelativeTime } from '../../ui/date/relative-time.tsx'
import css from './chat.module.css'

const recordIcons = { order: IconReceipt, product: IconPackage, customer: IconUser }

export const getChatPath = (id: string) => `/apps/chat/${id}`

/** Returns the name of a chat: the shopper, the record, or the team. */
export function useChatName() {
  const { t } = useTranslation()
  return ({ kind, name, about }: Pick<Chat, 'kind' | 'name' | 'about'>) =>
    name || t(kind === 'team' && !about ? 'chat.team' : 'chat.unknownRecord')
}

/** The chats, the newest first. */
export function ChatList({ chats, currentId }: { chats: readonly ChatRow[]; currentId: string }) {
  const { t } = useTranslation()
  return (
    <nav className={css.list} aria-label={t('chat.list')}>
      {chats.map(chat => (
        <ChatLink key={chat._id} chat={chat} isCurrent={chat._id === currentId} />
      ))}
    </nav>
  )
}

function ChatLink({ chat, isCurrent }: { chat: ChatRow; isCurrent: boolean }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const name = useChatName()(chat)
  const { _id, kind, about, lastText, lastMessageAt, unseenCount } = chat
  const TeamIcon = about ? recordIcons[about.subject] : IconUsers
  return (
    <Link
      to={getChatPath(_id)}
      className={css.row}
      aria-current={isCurrent ? 'page' : undefined}
      data-unseen={unseenCount > 0 || undefined}
    >
      <span className={css.avatar} data-kind={kind} aria-hidden="true">
        {kind === 'team' ? <TeamIcon size={18} stroke={1.75} /> : name.slice(0, 1).toUpperCase()}
      </span>
      <span className={css.rowText}>
        <span className={css.rowHead}>
          <bdi className={css.name}>{name}</bdi>
          <span className={css.time}>
            <RelativeTime time={lastMessageAt} />
          </span>
        </span>
        <span className={css.rowHead}>
          <span className={css.preview} dir="auto">
            {lastText || t('chat.noMessages')}
          </span>
          {unseenCount > 0 && (
            <span className={css.badge}>
              <span aria-hidden="true">
                {format.number(unseenCount)}
                {unseenCount === maxUnseenCount && '+'}
              </span>
              <span className="sw-hidden">{t('chat.unseen', { count: unseenCount })}</span>
            </span>
          )}
        </span>
      </span>
    </Link>
  )
}
