import { Anchor } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Chat, chatApi } from '#contract/desk/chat.ts'
import { conversationApi } from '#contract/desk/conversation.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { callApi } from '../../lib/call/call-api.ts'
import { getRecordPath } from '../../lib/navigation/record-paths.ts'
import { PermissionGate } from '../../lib/session/permission-gate.tsx'
import { LeaveGuard } from '../../ui/dialog/leave-guard.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import { ConversationSide } from '../conversation-side.tsx'
import css from './chat.module.css'
import { ChatComposer } from './chat-composer.tsx'
import { useChatName } from './chat-list.tsx'
import { ChatMessages } from './chat-messages.tsx'
import { useChatSending } from './use-chat-sending.ts'

/** A chat with its messages, its field, and what is known about the shopper. */
export function ChatThread({ id }: { id: string }) {
  const query = useQuery(queryOptionsFor(chatApi.get, { params: { id } }))
  return (
    <QueryBoundary query={query} skeleton={<div className={css.thread} />}>
      {chat => (
        <>
          <OpenChat chat={chat} />
          {chat.kind === 'customer' && <ShopperSide id={id} />}
        </>
      )}
    </QueryBoundary>
  )
}

function OpenChat({ chat }: { chat: Chat }) {
  const { t } = useTranslation()
  const name = useChatName()(chat)
  const { pending, send, retry } = useChatSending(chat._id)
  useMarkSeen(chat)
  return (
    <section className={css.thread} aria-label={name}>
      <LeaveGuard hasUnsavedChanges={() => pending.length > 0} />
      <header className={css.threadHead}>
        <Link to="/apps/chat" className={css.back} aria-label={t('chat.list')}>
          <IconArrowLeft size={18} stroke={1.75} />
        </Link>
        <h2 className={css.threadName}>
          <bdi>{name}</bdi>
        </h2>
        <ChatLink chat={chat} />
      </header>
      <ChatMessages chat={chat} name={name} pending={pending} onRetry={retry} />
      <PermissionGate permission="conversation:write">
        <ChatComposer chat={chat} onSend={send} />
      </PermissionGate>
    </section>
  )
}

/** Leads to the conversation in the inbox, or to the record of a chat of the team. */
function ChatLink({ chat: { _id, kind, about } }: { chat: Chat }) {
  const { t } = useTranslation()
  const record = kind === 'customer' ? ({ subject: 'conversation', _id } as const) : about
  if (!record?._id) return null
  return (
    <Anchor component={Link} size="sm" to={getRecordPath(record.subject, record._id)}>
      {about ? t(`chat.openRecord.${about.subject}`) : t('chat.openInInbox')}
    </Anchor>
  )
}

function ShopperSide({ id }: { id: string }) {
  const conversation = useQuery(queryOptionsFor(conversationApi.get, { params: { id } })).data
  return (
    <aside className={css.side}>
      {conversation && <ConversationSide conversation={conversation} />}
    </aside>
  )
}

/** Marks the messages as seen while the page is visible. */
function useMarkSeen({ _id: id, messages }: Chat) {
  const client = useQueryClient()
  const newest = messages.at(-1)?._id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is seen as well
  useEffect(() => {
    function markSeen() {
      if (document.visibilityState !== 'visible') return
      callApi(conversationApi.markSeen, { params: { id } }).then(
        () => {
          void client.invalidateQueries({ queryKey: ['chat', 'list'] })
          void client.invalidateQueries({ queryKey: ['conversation', 'counts'] })
        },
        // The messages stay unseen until the user opens the chat again.
        () => undefined,
      )
    }
    markSeen()
    document.addEventListener('visibilitychange', markSeen)
    return () => document.removeEventListener('visibilitychange', markSeen)
  }, [id, newest, client])
}
