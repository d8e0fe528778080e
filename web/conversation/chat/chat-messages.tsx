import { Button } from '@mantine/core'
import { Fragment, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chat } from '#contract/desk/chat.ts'
import type { ConversationMessage } from '#contract/desk/message.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { useSession } from '../../lib/session/session.ts'
import { StatusBadge } from '../../ui/message/status-badge.tsx'
import { MessageFiles } from '../message-files.tsx'
import css from './chat.module.css'
import { ChatText } from './chat-text.tsx'
import { groupMessages } from './group-messages.ts'
import type { PendingMessage } from './use-chat-sending.ts'

type Props = {
  chat: Chat
  name: string
  pending: readonly PendingMessage[]
  onRetry: (message: PendingMessage) => void
}

/** The messages of a chat by person and day, and those that are being sent. */
export function ChatMessages({ chat, name, pending, onRetry }: Props) {
  const { t } = useTranslation()
  const format = useFormatters()
  const end = useScrollToEnd(`${chat.messages.at(-1)?._id} ${pending.length}`)
  return (
    <div className={css.scroll} ref={end} role="log" aria-label={t('conversation.messages')}>
      {chat.messages.length + pending.length === 0 && (
        <p className={css.noMessages}>{t('chat.firstMessage')}</p>
      )}
      {groupMessages(chat.messages, time => format.date(time)).map(({ newDay, messages }) => (
        <div key={messages[0]?._id} className={css.group}>
          {newDay && <h3 className={css.day}>{newDay}</h3>}
          <Bubbles messages={messages} name={name} />
        </div>
      ))}
      {pending.map(message => (
        <div key={message.key} className={css.bubbles} data-own>
          <p className={css.bubble} data-pending={!message.isFailed || undefined} dir="auto">
            {message.text}
          </p>
          {message.isFailed && (
            <span className={css.failed} role="alert">
              {t('chat.notSent')}
              <Button size="compact-xs" variant="subtle" onClick={() => onRetry(message)}>
                {t('chat.retry')}
              </Button>
            </span>
          )}
        </div>
      ))}
    </div>
  )
}

/** The messages of one person. */
function Bubbles({ messages, name }: { messages: readonly ConversationMessage[]; name: string }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const personId = useSession()?._id
  const [first] = messages
  if (!first) return null
  const { direction, author } = first
  const isOwn = author !== null && author._id === personId
  const isNote = direction === 'note'
  const isFailed = messages.some(({ status }) => status === 'failed' || status === 'bounced')
  return (
    <div className={css.bubbles} data-own={isOwn || undefined} data-note={isNote || undefined}>
      <span className={css.head}>
        <bdi className={css.author}>
          {author?.name ?? (direction === 'in' ? name : t('chat.formerStaff'))}
        </bdi>
        {isNote && <StatusBadge tone="warn" label={t('conversation.note')} />}
        {isFailed && <StatusBadge tone="bad" label={t('conversation.failed')} />}
        <span title={format.dateTime(first.createdAt)}>{format.time(first.createdAt)}</span>
      </span>
      {messages.map(message => (
        <Fragment key={message._id}>
          <p className={css.bubble} dir="auto">
            <ChatText text={removeQuote(message)} />
          </p>
          <MessageFiles message={message} />
        </Fragment>
      ))}
    </div>
  )
}

/** The inbox shows the earlier text that an email quotes. */
const removeQuote = ({ text, quoteStart }: ConversationMessage) =>
  text.slice(0, quoteStart ?? text.length).trimEnd() || text

/** How far from the end a user still reads the newest messages. */
const endPx = 120

/** Returns a ref for the messages, which stay at their end when a new one comes, unless the user reads earlier ones. */
function useScrollToEnd(newest: string) {
  const ref = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  useEffect(function followScrolling() {
    const element = ref.current
    if (!element) return
    const handleScroll = () => {
      isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < endPx
    }
    element.addEventListener('scroll', handleScroll, { passive: true })
    return () => element.removeEventListener('scroll', handleScroll)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls
  useEffect(() => {
    if (isAtEnd.current && ref.current) ref.current.scrollTop = ref.current.scrollHeight
  }, [newest])
  return ref
}
