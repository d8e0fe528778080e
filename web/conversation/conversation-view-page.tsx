import { Alert } from '@mantine/core'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type Conversation, conversationApi } from '#contract/desk/conversation.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { callApi } from '../lib/call/call-api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { useCanCall } from '../lib/session/session.ts'
import { EditColumns } from '../ui/form/edit-form.tsx'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { AnswerBox } from './answer-box.tsx'
import css from './conversation.module.css'
import { ConversationActions } from './conversation-actions.tsx'
import { ConversationSide } from './conversation-side.tsx'
import { MessageItem } from './message-item.tsx'
import { type Answer, useAnswer } from './use-answer.ts'
import { useConversationKeys, useNeighborKeys } from './use-conversation-keys.ts'

const queuedPollMs = 2_000
const statusTones: Record<Conversation['status'], StatusTone> = {
  open: 'info',
  answered: 'neutral',
  snoozed: 'warn',
  closed: 'good',
}

/** A conversation with its messages and the reply to it. */
export function ConversationViewPage() {
  const { id = '' } = useParams()
  const conversation = useSuspenseQuery({
    ...queryOptionsFor(conversationApi.get, { params: { id } }),
    // The status of a message that is being sent changes without an event.
    refetchInterval: ({ state }) => (hasQueuedMessage(state.data) ? queuedPollMs : false),
  }).data
  return <ConversationView key={id} conversation={conversation} />
}
ConversationViewPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(conversationApi.get, { params: { id } }))) satisfies Prefetch

const hasQueuedMessage = (conversation: Conversation | undefined) =>
  conversation?.messages.some(({ status }) => status === 'queued' || status === 'sending') ?? false

function ConversationView({ conversation }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const answer = useAnswer(conversation)
  const [isSnoozeOpen, setSnoozeOpen] = useState(false)
  useMarkSeen(conversation)
  useViewKeys(conversation, answer, () => setSnoozeOpen(true))
  const { subject, name, email, messages } = conversation
  const person = name || formatEmail(email)
  const firstMessage = messages.find(({ direction }) => direction !== 'note')
  return (
    <>
      <PageHeader
        title={subject || person}
        back={{ to: recordListPaths.conversation, label: t('conversation.title') }}
        badges={<ConversationBadge conversation={conversation} />}
        subtitle={subject ? <bdi>{person}</bdi> : undefined}
      >
        <PermissionGate permission="conversation:write">
          <ConversationActions
            conversation={conversation}
            isSnoozeOpen={isSnoozeOpen}
            onSnoozeOpenChange={setSnoozeOpen}
          />
        </PermissionGate>
      </PageHeader>
      <SpamReason conversation={conversation} />
      <EditColumns sidebar={<ConversationSide conversation={conversation} />}>
        <div className={css.thread}>
          <ol className={css.messages} aria-label={t('conversation.messages')}>
            {messages.map(message => (
              <MessageItem
                key={message._id}
                conversationId={conversation._id}
                message={message}
                person={person}
                email={email}
                canSplit={message.direction !== 'note' && message !== firstMessage}
                onUnsend={answer.unsend}
              />
            ))}
          </ol>
          <PermissionGate permission="conversation:write">
            <AnswerBox answer={answer} conversation={conversation} />
          </PermissionGate>
        </div>
      </EditColumns>
    </>
  )
}

/** The keys of a conversation. Those that change it are for users with the permission. */
function useViewKeys(
  { _id: id, status, place, messages }: Conversation,
  answer: Answer,
  openSnooze: () => void,
) {
  const update = useRouteMutation(conversationApi.update)
  const neighborKeys = useNeighborKeys(id)
  const canWrite = useCanCall(conversationApi.update)
  const queued = messages.findLast(message => message.status === 'queued')
  const isClosed = status === 'closed'
  useConversationKeys({
    ...neighborKeys,
    ...(canWrite && {
      r: () => answer.focusBox('reply'),
      n: () => answer.focusBox('note'),
      z: queued && (() => answer.unsend(queued._id)),
    }),
    ...(canWrite &&
      place === 'inbox' && {
        e: () => update.mutate({ params: { id }, body: { status: isClosed ? 'open' : 'closed' } }),
        h: isClosed ? undefined : openSnooze,
      }),
  })
}

function ConversationBadge({
  conversation: { status, place, snoozedUntil },
}: {
  conversation: Conversation
}) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (place !== 'inbox') return <StatusBadge tone="bad" label={t(`conversation.folder.${place}`)} />
  const label =
    status === 'snoozed' && snoozedUntil
      ? t('conversation.snoozedUntil', { time: format.dateTime(snoozedUntil) })
      : t(`conversation.status.${status}`)
  return <StatusBadge tone={statusTones[status]} label={label} />
}

/** Why the conversation is spam. */
function SpamReason({ conversation: { place, spamReason } }: { conversation: Conversation }) {
  const { t } = useTranslation()
  const reason = (['blocked', 'forged'] as const).find(known => known === spamReason)
  return (
    place === 'spam' &&
    reason && <Alert color="yellow">{t(`conversation.spamReason.${reason}`)}</Alert>
  )
}

/** Marks the messages as seen when the page shows them. */
function useMarkSeen({ _id: id, messages }: Conversation) {
  const client = useQueryClient()
  const newest = messages.at(-1)?._id
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message is seen as well
  useEffect(() => {
    callApi(conversationApi.markSeen, { params: { id } }).then(
      () => {
        void client.invalidateQueries({ queryKey: ['conversation', 'list'] })
        void client.invalidateQueries({ queryKey: ['conversation', 'counts'] })
      },
      // The messages stay unseen until the user opens the conversation again.
      () => undefined,
    )
  }, [id, newest, client])
}
