import { Button } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { chatApi } from '#contract/desk/chat.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { PermissionGate } from '../../lib/session/permission-gate.tsx'
import mailboxDrawing from '../../ui/art/mailbox.svg?raw'
import { EmptyState } from '../../ui/message/empty-state.tsx'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { QueryBoundary } from '../../ui/page/query-boundary.tsx'
import css from './chat.module.css'
import { ChatList, getChatPath } from './chat-list.tsx'
import { ChatThread } from './chat-thread.tsx'

/** The chats with shoppers and among staff, and the messages of one of them. */
export function ChatPage() {
  const { t } = useTranslation()
  const { id = '' } = useParams()
  const query = useQuery(queryOptionsFor(chatApi.list, {}))
  return (
    <>
      <PageHeader title={t('chat.title')}>
        <PermissionGate permission="conversation:write">
          <TeamButton />
        </PermissionGate>
      </PageHeader>
      <QueryBoundary query={query} skeleton={<div className={css.page} />}>
        {({ chats }) =>
          chats.length === 0 && !id ? (
            <EmptyState
              drawing={mailboxDrawing}
              title={t('chat.empty')}
              text={t('chat.emptyText')}
            />
          ) : (
            <div className={css.page} data-open={id !== '' || undefined}>
              <ChatList chats={chats} currentId={id} />
              {id ? (
                <ChatThread key={id} id={id} />
              ) : (
                <p className={css.choose}>{t('chat.choose')}</p>
              )}
            </div>
          )
        }
      </QueryBoundary>
    </>
  )
}

/** Opens the chat of the team. The first time, this creates it. */
function TeamButton() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const open = useRouteMutation(chatApi.openTeam, { isSilent: true })
  return (
    <Button
      variant="default"
      leftSection={<IconUsers size={16} stroke={1.75} />}
      loading={open.isPending}
      onClick={() =>
        open.mutate({ body: {} }, { onSuccess: ({ _id }) => navigate(getChatPath(_id)) })
      }
    >
      {t('chat.openTeam')}
    </Button>
  )
}
