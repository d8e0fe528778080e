import { ActionIcon, Button } from '@mantine/core'
import { IconBellRinging, IconDownload, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Subscriber, SubscriberState, subscriberApi } from '#contract/customer/subscriber.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { download } from '../lib/call/transfer.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { toast } from '../lib/page/toast.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { DataList } from '../list/table/data-list.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import { Drawing } from '../ui/art/drawing.tsx'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { useSubscriberColumns } from './subscriber-columns.tsx'

/** Lists the people who requested the newsletter. */
export function SubscriberListPage() {
  const { t } = useTranslation()
  const list = useListState(subscriberApi.list.query, 'subscriber')
  const subscribers = useQuery(queryOptionsFor(subscriberApi.list, { query: list.query }))
  const canWrite = usePermission('customer:write')
  const [deleted, setDeleted] = useState<Subscriber>()
  return (
    <>
      <PageHeader
        title={t('shell.menu.subscribers')}
        count={subscribers.data?.meta.total}
        isCountCapped={subscribers.data?.meta.totalIsCapped}
        back={{ to: recordListPaths.customer, label: t('customer.list.title') }}
      >
        <Button
          component={Link}
          to={recordListPaths.productAlert}
          variant="default"
          leftSection={<IconBellRinging size={16} stroke={1.75} />}
        >
          {t('shell.menu.productAlerts')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconDownload size={16} stroke={1.75} />}
          onClick={() =>
            download(subscriberApi.export, { query: list.query }).catch(error =>
              toast.errorUnlessHandled(error),
            )
          }
        >
          {t('subscriber.export')}
        </Button>
      </PageHeader>
      <DataList
        label={t('shell.menu.subscribers')}
        list={list}
        query={subscribers}
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
          actions: (row: Subscriber) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('subscriber.deleteOf', { email: row.email })}
              onClick={() => setDeleted(row)}
            >
              <IconTrash size={16} stroke={1.75} />
            </ActionIcon>
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
      {deleted && <DeleteDialog subscriber={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}
SubscriberListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(subscriberApi.list, {
      query: parseListQuery(subscriberApi.list.query, search, 'subscriber'),
    }),
  )) satisfies Prefetch

function DeleteDialog({ subscriber, onClose }: { subscriber: Subscriber; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRouteMutation(subscriberApi.delete)
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('subscriber.deleteTitle', { email: subscriber.email })}
      confirmLabel={t('subscriber.delete')}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: subscriber._id } }, { onSettled: onClose })}
    >
      {t('subscriber.deleteText')}
    </ConfirmDialog>
  )
}
