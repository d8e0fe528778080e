import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { conversationApi } from '#contract/desk/conversation.ts'
import { ConversationFolder } from '#contract/desk/conversation-state.ts'
import { listOptionsFor } from '../lib/call/api.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { DataList } from '../list/table/data-list.tsx'
import { useListState } from '../list/use-list-state.ts'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { AddButton } from '../ui/page/add-button.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ConversationBulkActions } from './conversation-bulk-actions.tsx'
import { useConversationColumns, useConversationFilters } from './conversation-columns.tsx'
import { NewMessageDrawer } from './dialog/new-message-drawer.tsx'
import css from './folder-nav.module.css'
import { FolderNav } from './folder-nav.tsx'
import { MailboxButton } from './mailbox/mailbox-button.tsx'
import { SenderRuleDrawer } from './sender-rule/sender-rule-drawer.tsx'
import { useRowKeys } from './use-conversation-keys.ts'

/** The folders whose first conversation is the one that waits longest. */
const sortedByWaitingTime: readonly ConversationFolder[] = [
  'inbox',
  'mine',
  'unassigned',
  'waiting',
]

/** Lists the conversations of a folder. */
export function ConversationListPage() {
  const { t } = useTranslation()
  const folder = ConversationFolder.catch('inbox').parse(useParams()['folder'])
  const isByWaitingTime = sortedByWaitingTime.includes(folder)
  const defaultSort = isByWaitingTime ? 'waitingSince' : '-lastMessageAt'
  const state = useListState(conversationApi.list.query, 'conversation', { defaultSort })
  // The folder is a part of the path. Bulk changes of all rows need it as a filter.
  const list = {
    ...state,
    query: { ...state.query, folder, sort: state.query.sort ?? defaultSort },
  }
  const query = useQuery(listOptionsFor(conversationApi.list, list.query))
  useRowKeys()
  const columns = useConversationColumns({ isByWaitingTime })
  const filters = useConversationFilters(folder)
  const canWrite = usePermission('conversation:write')
  const dialog = useDialogParam('message')
  const senderDialog = useDialogParam('senders')
  const title = t(`conversation.folder.${folder}`)
  return (
    <>
      <PageHeader
        title={title}
        count={query.data?.meta.total}
        isCountCapped={query.data?.meta.totalIsCapped}
      >
        <MailboxButton />
        <Button variant="default" onClick={() => senderDialog.open('list')}>
          {t('senderRule.title')}
        </Button>
        <AddButton
          label={t('conversation.newMessage')}
          can="conversation:write"
          onClick={() => dialog.open('new')}
        />
      </PageHeader>
      <div className={css.page}>
        <FolderNav current={folder} />
        <DataList
          key={folder}
          label={title}
          list={list}
          query={query}
          columns={columns}
          filters={filters}
          getRowName={({ name, email }) => name || email}
          getRowLink={({ _id }) => getRecordPath('conversation', _id)}
          {...(canWrite && {
            renderBulkActions: selection => (
              <ConversationBulkActions selection={selection} folder={folder} />
            ),
          })}
          empty={{
            drawing: mailboxDrawing,
            title: t(`conversation.empty.${folder}`),
            text: folder === 'inbox' ? t('conversation.emptyText') : undefined,
          }}
        />
      </div>
      {senderDialog.value && <SenderRuleDrawer dialog={senderDialog} />}
      {canWrite && dialog.value && (
        <NewMessageDrawer target={dialog.value} onClose={dialog.close} />
      )}
    </>
  )
}
