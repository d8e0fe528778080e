import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type ProductAlert,
  ProductAlertKind,
  ProductAlertState,
  productAlertApi,
} from '#contract/product/product-alert.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { DataList } from '../list/table/data-list.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import { Drawing } from '../ui/art/drawing.tsx'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { useProductAlertColumns } from './product-alert-columns.tsx'

/** Lists the product alerts that shoppers requested. */
export function ProductAlertListPage() {
  const { t } = useTranslation()
  const list = useListState(productAlertApi.list.query, 'productAlert')
  const alerts = useQuery(queryOptionsFor(productAlertApi.list, { query: list.query }))
  const { product } = list.query
  const alertOfProduct = alerts.data?.items.find(each => each.product === product)
  const canWrite = usePermission('customer:write')
  const [deleted, setDeleted] = useState<ProductAlert>()
  return (
    <>
      <PageHeader
        title={t('shell.menu.productAlerts')}
        count={alerts.data?.meta.total}
        isCountCapped={alerts.data?.meta.totalIsCapped}
        back={{ to: recordListPaths.subscriber, label: t('shell.menu.subscribers') }}
      />
      <DataList
        label={t('shell.menu.productAlerts')}
        list={list}
        query={alerts}
        columns={useProductAlertColumns()}
        getRowName={({ email }) => email}
        filters={[
          ...(product && alertOfProduct
            ? [
                {
                  key: 'product',
                  label: t('productAlert.product'),
                  isSingleChoice: true,
                  options: [{ value: product, label: alertOfProduct.productTitle }],
                },
              ]
            : []),
          {
            key: 'kind',
            label: t('productAlert.kind'),
            isSingleChoice: true,
            options: ProductAlertKind.options.map(value => ({
              value,
              label: t(`productAlert.kinds.${value}`),
            })),
          },
          {
            key: 'state',
            label: t('productAlert.state'),
            isSingleChoice: true,
            options: ProductAlertState.options.map(value => ({
              value,
              label: t(`productAlert.states.${value}`),
            })),
          },
        ]}
        {...(canWrite && {
          actions: (row: ProductAlert) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('productAlert.deleteOf', { email: row.email })}
              onClick={() => setDeleted(row)}
            >
              <IconTrash size={16} stroke={1.75} />
            </ActionIcon>
          ),
        })}
        empty={
          <EmptyState
            title={t('productAlert.emptyTitle')}
            text={t('productAlert.emptyText')}
            illustration={<Drawing svg={mailboxDrawing} />}
          />
        }
      />
      {deleted && <DeleteDialog alert={deleted} onClose={() => setDeleted(undefined)} />}
    </>
  )
}
ProductAlertListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(productAlertApi.list, {
      query: parseListQuery(productAlertApi.list.query, search, 'productAlert'),
    }),
  )) satisfies Prefetch

function DeleteDialog({ alert, onClose }: { alert: ProductAlert; onClose: () => void }) {
  const { t } = useTranslation()
  const remove = useRouteMutation(productAlertApi.delete)
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('productAlert.deleteTitle', { email: alert.email })}
      confirmLabel={t('productAlert.delete')}
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ params: { id: alert._id } }, { onSettled: onClose })}
    >
      {t('productAlert.deleteText')}
    </ConfirmDialog>
  )
}
