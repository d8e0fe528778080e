import { useTranslation } from 'react-i18next'
import { DiscountKind, DiscountStatus, discountApi } from '#contract/product/discount.ts'
import { toOptions } from '../lib/to-options.ts'
import { EditableListPage } from '../list/editable-list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import emptyPaymentDrawing from '../ui/art/empty-payment.svg?raw'
import { useDiscountColumns } from './discount-columns.tsx'
import { DiscountDrawer } from './discount-drawer.tsx'

const discountList = { route: discountApi.list, name: 'discount' } as const

/** Lists the codes and automatic discounts of the store. */
export function DiscountListPage() {
  const { t } = useTranslation()
  return (
    <EditableListPage
      {...useList(discountList)}
      title={t('shell.menu.discounts')}
      can="product:write"
      addLabel={t('discount.add')}
      Form={DiscountDrawer}
      get={discountApi.get}
      isReadable
      columns={useDiscountColumns()}
      getRowName={row => row.name}
      filters={[
        {
          key: 'status',
          label: t('discount.status'),
          isSingleChoice: true,
          options: toOptions(DiscountStatus.options, value => t(`discount.statuses.${value}`)),
        },
        {
          key: 'kind',
          label: t('discount.kind'),
          isSingleChoice: true,
          options: toOptions(DiscountKind.options, value => t(`discount.kinds.${value}`)),
        },
      ]}
      empty={{
        drawing: emptyPaymentDrawing,
        title: t('discount.emptyTitle'),
        text: t('discount.emptyText'),
      }}
    />
  )
}
DiscountListPage.prefetch = prefetchList(discountList)
