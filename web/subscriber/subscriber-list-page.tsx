import { Button } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Subscriber, SubscriberState, subscriberApi } from '#contract/customer/subscriber.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { DeleteRowButton } from '../list/delete-row-button.tsx'
import { ExportButton } from '../list/export-button.tsx'
import { ListPage } from '../list/list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import { Drawing } from '../ui/art/drawing.tsx'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { useSubscriberColumns } from './subscriber-columns.tsx'

const subscriberList = { route: subscriberApi.list, name: 'subscriber' } as const

/** Lists the people who requested the newsletter. */
export function SubscriberListPage() {
  const { t } = useTranslation()
  const subscribers = useList(subscriberList)
  const canWrite = usePermission('customer:write')
  return (
    <ListPage
      {...subscribers}
      title={t('shell.menu.subscribers')}
      back={{ to: recordListPaths.customer, label: t('customer.list.title') }}
      buttons={
        <>
          <Button
            component={Link}
            to={recordListPaths.productAlert}
            variant="default"
            leftSection={<IconBellRinging size={16} stroke={1.75} />}
          >
            {t('shell.menu.productAlerts')}
          </Button>
          <ExportButton
            route={subscriberApi.export}
            args={{ query: subscribers.list.query }}
            label={t('subscriber.export')}
          />
        </>
      }
      columns={useSubscriberColumns()}
      getRowName={({ email }) => email}
      filters={[
        {
          key: 'state',
          label: t('subscriber.state'),
          isSingleChoice: true,
          options: SubscriberState.options.map(value => ({
            value,
            label: t(`subscriber.states.${value}`),
          })),
        },
      ]}
      {...(canWrite && {
        actions: ({ _id, email }: Subscriber) => (
          <DeleteRowButton
            route={subscriberApi.delete}
            args={{ params: { id: _id } }}
            label={t('subscriber.deleteOf', { email })}
            title={t('subscriber.deleteTitle', { email })}
            confirmLabel={t('subscriber.delete')}
            text={t('subscriber.deleteText')}
          />
        ),
      })}
      empty={
        <EmptyState
          title={t('subscriber.emptyTitle')}
          text={t('subscriber.emptyText')}
          illustration={<Drawing svg={mailboxDrawing} />}
        />
      }
    />
  )
}
SubscriberListPage.prefetch = prefetchList(subscriberList)
