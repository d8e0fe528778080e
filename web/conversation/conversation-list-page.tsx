import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { type ConversationRow, conversationApi } from '#contract/desk/conversation.ts'
import { ConversationFolder } from '#contract/desk/conversation-state.ts'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { listOptionsFor } from '../lib/call/api.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { ListPage } from '../list/list-page.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { useListState } from '../list/use-list-state.ts'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'

/** Lists the conversations of a folder. */
export function ConversationListPage() {
  const { t } = useTranslation()
  const folder = ConversationFolder.catch('inbox').parse(useParams()['folder'])
  const list = useListState(conversationApi.list.query, 'conversation', {
    defaultSort: '-lastMessageAt',
  })
  const query = useQuery(listOptionsFor(conversationApi.list, { ...list.query, folder }))
  return (
    <ListPage
      list={list}
      query={query}
      title={t(`conversation.folder.${folder}`)}
      top={<FolderLinks current={folder} />}
      columns={useConversationColumns()}
      getRowName={({ name, email }) => name || email}
      getRowLink={({ _id }) => getRecordPath('conversation', _id)}
      empty={{
        drawing: mailboxDrawing,
        title: t('conversation.emptyTitle'),
        text: t('conversation.emptyText'),
      }}
    />
  )
}

function FolderLinks({ current }: { current: ConversationFolder }) {
  const { t } = useTranslation()
  return (
    <Group component="nav" aria-label={t('conversation.byFolder')} gap="xs">
      {ConversationFolder.options.map(folder => (
        <Button
          key={folder}
          component={Link}
          to={`/apps/email/${folder}`}
          size="compact-sm"
          variant={folder === current ? 'light' : 'subtle'}
          aria-current={folder === current ? 'page' : undefined}
        >
          {t(`conversation.folder.${folder}`)}
        </Button>
      ))}
    </Group>
  )
}

function useConversationColumns(): ListColumn<ConversationRow>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('conversation.person'),
      width: 260,
      render: ({ name, email }) => (
        <EntityCell title={name || formatEmail(email)} details={formatEmail(email)} />
      ),
    },
    {
      key: 'subject',
      label: t('conversation.subject'),
      phonePosition: 'line',
      render: ({ subject, lastText }) =>
        subject ? `${subject} – ${lastText}` : lastText || t('conversation.noSubject'),
    },
    {
      key: 'lastMessageAt',
      label: t('conversation.received'),
      sort: 'lastMessageAt',
      width: 150,
      phonePosition: 'side',
      render: ({ lastMessageAt }) => <RelativeTime time={lastMessageAt} />,
    },
  ]
}
