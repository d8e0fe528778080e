import { useTranslation } from 'react-i18next'
import {
  type ProductAlert,
  ProductAlertKind,
  ProductAlertState,
  productAlertApi,
} from '#contract/product/product-alert.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { DeleteRowButton } from '../list/delete-row-button.tsx'
import { ListPage } from '../list/list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import { Drawing } from '../ui/art/drawing.tsx'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { useProductAlertColumns } from './product-alert-columns.tsx'

const productAlertList = { route: productAlertApi.list, name: 'productAlert' } as const

/** Lists the product alerts that shoppers requested. */
export function ProductAlertListPage() {
  const { t } = useTranslation()
  const alerts = useList(productAlertList)
  const { product } = alerts.list.query
  const alertOfProduct = alerts.query.data?.items.find(each => each.product === product)
  const canWrite = usePermission('customer:write')
  return (
    <ListPage
      {...alerts}
      title={t('shell.menu.productAlerts')}
      back={{ to: recordListPaths.subscriber, label: t('shell.menu.subscribers') }}
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
        actions: ({ _id, email }: ProductAlert) => (
          <DeleteRowButton
            route={productAlertApi.delete}
            args={{ params: { id: _id } }}
            label={t('productAlert.deleteOf', { email })}
            title={t('productAlert.deleteTitle', { email })}
            confirmLabel={t('productAlert.delete')}
            text={t('productAlert.deleteText')}
          />
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
  )
}
ProductAlertListPage.prefetch = prefetchList(productAlertList)
