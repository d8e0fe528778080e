import { useTranslation } from 'react-i18next'
import { formatEmail } from '#contract/lib/text/readable-domain.ts'
import { type ContactMessage, contactMessageApi } from '#contract/store/contact-message.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { ListPage } from '../list/list-page.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'

const messageList = { route: contactMessageApi.list, name: 'contactMessage' } as const

/** Lists the messages that shoppers sent with the contact form. */
export function ContactMessageListPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useList(messageList)}
      title={t('contactMessage.title')}
      back={{ to: recordListPaths.customer, label: t('customer.list.title') }}
      columns={useContactMessageColumns()}
      getRowName={({ name }) => name}
      getRowLink={({ _id }) => getRecordPath('contactMessage', _id)}
      empty={{
        drawing: mailboxDrawing,
        title: t('contactMessage.emptyTitle'),
        text: t('contactMessage.emptyText'),
      }}
    />
  )
}
ContactMessageListPage.prefetch = prefetchList(messageList)

function useContactMessageColumns(): ListColumn<ContactMessage>[] {
  const { t } = useTranslation()
  return [
    {
      key: 'name',
      label: t('contactMessage.sender'),
      sort: 'name',
      width: 260,
      render: ({ name, email }) => <EntityCell title={name} details={formatEmail(email)} />,
    },
    {
      key: 'message',
      label: t('contactMessage.message'),
      phonePosition: 'line',
      render: ({ message }) => message.replaceAll(/\s+/g, ' ').slice(0, 140),
    },
    {
      key: 'createdAt',
      label: t('contactMessage.received'),
      sort: 'createdAt',
      width: 150,
      phonePosition: 'side',
      render: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
  ]
}
