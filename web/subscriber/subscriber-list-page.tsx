import { Button } from '@mantine/core'
import { IconBellRinging } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Subscriber, SubscriberState, subscriberApi } from '#contract/customer/subscriber.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { toOptions } from '../lib/to-options.ts'
import { ExportButton } from '../list/export-button.tsx'
import { ListPage } from '../list/list-page.tsx'
import { useDeleteRowActions } from '../list/use-delete-row-actions.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { useSubscriberColumns } from './subscriber-columns.tsx'

const subscriberList = { route: subscriberApi.list, name: 'subscriber' } as const

/** Lists the people who requested the newsletter. */
export function SubscriberListPage() {
  const { t } = useTranslation()
  const subscribers = useList(subscriberList)
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
          options: toOptions(SubscriberState.options, value => t(`subscriber.states.${value}`)),
        },
      ]}
      actions={useDeleteRowActions(subscriberApi.delete, ({ email }: Subscriber) => ({
        iconLabel: t('subscriber.deleteOf', { email }),
        label: t('subscriber.delete'),
        title: t('subscriber.deleteTitle', { email }),
        text: t('subscriber.deleteText'),
      }))}
      empty={{
        drawing: mailboxDrawing,
        title: t('subscriber.emptyTitle'),
        text: t('subscriber.emptyText'),
      }}
    />
  )
}
SubscriberListPage.prefetch = prefetchList(subscriberList)
