import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { unsendSeconds } from '#contract/desk/conversation-state.ts'
import type { ConversationMessage } from '#contract/desk/message.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { useFormatters } from '../lib/formatters.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import css from './conversation.module.css'
import { MessageFiles } from './message-files.tsx'
import { MessageHtmlView } from './message-html-view.tsx'
import { MessageMenu } from './message-menu.tsx'

type Props = {
  conversationId: string
  message: ConversationMessage
  /** The name and the email of the other person. */
  person: string
  email: string
  /** Whether an earlier message stays if this one moves to a new conversation. */
  canSplit: boolean
  onUnsend: (messageId: string) => void
}

/** A message or a note. Automatic messages show their text when the user opens them. */
export function MessageItem({ message, person, email, onUnsend, ...menu }: Props) {
  const { t } = useTranslation()
  const { direction, origin, author, status, createdAt } = message
  const isAutomatic = origin !== 'person'
  // Anyone can write to the address of a conversation, under any name.
  const isFromOther = direction === 'in' && message.fromEmail !== '' && message.fromEmail !== email
  const [isOpen, setOpen] = useState(!isAutomatic)
  const [isFormatted, setFormatted] = useState(false)
  return (
    <li
      className={css.message}
      data-direction={direction}
      data-automatic={isAutomatic || undefined}
    >
      <div className={css.messageHead}>
        <bdi className={css.author}>{author?.name ?? (message.fromName || person)}</bdi>
        {isFromOther && <bdi>{formatEmail(message.fromEmail)}</bdi>}
        {direction === 'note' && <StatusBadge tone="warn" label={t('conversation.note')} />}
        {isAutomatic && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t(`conversation.origin.${origin}`)}
          </Button>
        )}
        {(status === 'failed' || status === 'bounced') && (
          <StatusBadge tone="bad" label={t('conversation.failed')} />
        )}
        {isOpen && message.hasHtml && (
          <Button size="compact-xs" variant="subtle" onClick={() => setFormatted(!isFormatted)}>
            {t(isFormatted ? 'conversation.showText' : 'conversation.showFormatted')}
          </Button>
        )}
        <span className={css.messageTime}>
          <RelativeTime time={createdAt} />
        </span>
        <MessageMenu {...menu} message={message} />
      </div>
      {isOpen &&
        (isFormatted ? <MessageHtmlView message={message} /> : <MessageText message={message} />)}
      {isOpen && <MessageFiles message={message} />}
      {status === 'queued' && message.sendAt && (
        <SendingBar sendAt={message.sendAt} onUnsend={() => onUnsend(message._id)} />
      )}
    </li>
  )
}

/** The text of a message. Earlier text that it quotes is folded. */
function MessageText({ message: { text, quoteStart } }: { message: ConversationMessage }) {
  const { t } = useTranslation()
  const [isQuoteShown, setQuoteShown] = useState(false)
  const quote = quoteStart === null ? '' : text.slice(quoteStart).trim()
  return (
    <>
      <p className={css.text} dir="auto">
        {quote ? text.slice(0, quoteStart ?? 0).trimEnd() : text}
      </p>
      {quote && (
        <Button
          size="compact-xs"
          variant="default"
          className={css.quoteButton}
          aria-expanded={isQuoteShown}
          onClick={() => setQuoteShown(!isQuoteShown)}
        >
          {t(isQuoteShown ? 'conversation.hideQuote' : 'conversation.showQuote')}
        </Button>
      )}
      {isQuoteShown && (
        <p className={css.quote} dir="auto">
          {quote}
        </p>
      )}
    </>
  )
}

/** Counts the seconds in which a message can be unsent. */
function SendingBar({ sendAt, onUnsend }: { sendAt: string; onUnsend: () => void }) {
  const { t } = useTranslation()
  const format = useFormatters()
  const seconds = useSecondsUntil(sendAt)
  return (
    <div className={css.sending}>
      <span role="status">{t('conversation.queued')}</span>
      {seconds > 0 && (
        <PermissionGate permission="conversation:write">
          <Button size="compact-sm" variant="light" onClick={onUnsend} data-unsend>
            {t('conversation.undoIn', { seconds: format.number(seconds) })}
          </Button>
        </PermissionGate>
      )}
    </div>
  )
}

/** The clock of the browser can be wrong, so the time is at most that of the server. */
const countSeconds = (time: string) =>
  Math.min(unsendSeconds, Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000)))

function useSecondsUntil(time: string): number {
  const [seconds, setSeconds] = useState(() => countSeconds(time))
  useEffect(() => {
    const timer = setInterval(() => setSeconds(countSeconds(time)), 500)
    return () => clearInterval(timer)
  }, [time])
  return seconds
}
