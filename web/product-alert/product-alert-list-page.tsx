import { useTranslation } from 'react-i18next'
import {
  type ProductAlert,
  ProductAlertKind,
  ProductAlertState,
  productAlertApi,
} from '#contract/product/product-alert.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { toOptions } from '../lib/to-options.ts'
import { ListPage } from '../list/list-page.tsx'
import { useDeleteRowActions } from '../list/use-delete-row-actions.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import mailboxDrawing from '../ui/art/mailbox.svg?raw'
import { useProductAlertColumns } from './product-alert-columns.tsx'

const productAlertList = { route: productAlertApi.list, name: 'productAlert' } as const

/** Lists the product alerts that shoppers requested. */
export function ProductAlertListPage() {
  const { t } = useTranslation()
  const alerts = useList(productAlertList)
  const { product } = alerts.list.query
  const alertOfProduct = alerts.query.data?.items.find(each => each.product === product)
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
          options: toOptions(ProductAlertKind.options, value => t(`productAlert.kinds.${value}`)),
        },
        {
          key: 'state',
          label: t('productAlert.state'),
          isSingleChoice: true,
          options: toOptions(ProductAlertState.options, value => t(`productAlert.states.${value}`)),
        },
      ]}
      actions={useDeleteRowActions(productAlertApi.delete, ({ email }: ProductAlert) => ({
        iconLabel: t('productAlert.deleteOf', { email }),
        label: t('productAlert.delete'),
        title: t('productAlert.deleteTitle', { email }),
        text: t('productAlert.deleteText'),
      }))}
      empty={{
        drawing: mailboxDrawing,
        title: t('productAlert.emptyTitle'),
        text: t('productAlert.emptyText'),
      }}
    />
  )
}
ProductAlertListPage.prefetch = prefetchList(productAlertList)
