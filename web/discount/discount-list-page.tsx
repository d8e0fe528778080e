import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DiscountKind, DiscountStatus, discountApi } from '#contract/product/discount.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { ListPage } from '../list/list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import { Drawing } from '../ui/art/drawing.tsx'
import emptyPaymentDrawing from '../ui/art/empty-payment.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { useDiscountColumns } from './discount-columns.tsx'
import { DiscountDrawer } from './discount-drawer.tsx'

const discountList = { route: discountApi.list, name: 'discount' } as const

/** Lists the codes and automatic discounts of the store. */
export function DiscountListPage() {
  const { t } = useTranslation()
  const drawer = useDialogParam('edit')
  const opened = useQuery({
    ...queryOptionsFor(discountApi.get, { params: { id: drawer.value ?? '' } }),
    enabled: drawer.value !== null && drawer.value !== 'new',
  }).data
  const addButton = (
    <AddButton can="product:write" label={t('discount.add')} onClick={() => drawer.open('new')} />
  )
  return (
    <ListPage
      {...useList(discountList)}
      title={t('shell.menu.discounts')}
      buttons={addButton}
      columns={useDiscountColumns()}
      getRowName={row => row.name}
      getRowLink={row => drawer.getLink(row._id)}
      filters={[
        {
          key: 'status',
          label: t('discount.status'),
          isSingleChoice: true,
          options: DiscountStatus.options.map(value => ({
            value,
            label: t(`discount.statuses.${value}`),
          })),
        },
        {
          key: 'kind',
          label: t('discount.kind'),
          isSingleChoice: true,
          options: DiscountKind.options.map(value => ({
            value,
            label: t(`discount.kinds.${value}`),
          })),
        },
      ]}
      empty={
        <EmptyState
          can="product:write"
          illustration={<Drawing svg={emptyPaymentDrawing} />}
          title={t('discount.emptyTitle')}
          text={t('discount.emptyText')}
        >
          {addButton}
        </EmptyState>
      }
    >
      {drawer.value === 'new' && <DiscountDrawer onClose={drawer.close} />}
      {opened && opened._id === drawer.value && (
        <DiscountDrawer key={opened._id} discount={opened} onClose={drawer.close} />
      )}
    </ListPage>
  )
}
DiscountListPage.prefetch = prefetchList(discountList)
