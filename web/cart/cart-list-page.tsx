import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CartView, cartApi } from '#contract/order/cart.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { ListPage } from '../list/list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import emptyShelfDrawing from '../ui/art/empty-shelf.svg?raw'
import { useCartColumns, useCartName } from './cart-columns.tsx'
import { CartDrawer } from './cart-drawer.tsx'

const cartList = {
  route: cartApi.list,
  name: 'cart',
  tab: 'view',
  defaultSort: '-updatedAt',
} as const

/** Lists the carts of shoppers who have not ordered. */
export function CartListPage() {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const counts = useQuery(queryOptionsFor(cartApi.getCounts, {}))
  const drawer = useDialogParam('cart')
  return (
    <ListPage
      {...useList(cartList)}
      title={t('shell.menu.carts')}
      back={{ to: recordListPaths.order, label: t('order.list.title') }}
      {...(counts.data && {
        subtitle: [
          t('cart.worth', { total: format.money(counts.data.abandonedTotal, currency) }),
          counts.data.recoveredCount > 0 &&
            t('cart.recovered', {
              count: counts.data.recoveredCount,
              total: format.money(counts.data.recoveredTotal, currency),
            }),
        ]
          .filter(Boolean)
          .join(' · '),
      })}
      counts={counts}
      tabs={{
        label: t('cart.byView'),
        values: CartView.options,
        getLabel: value => t(`cart.view.${value}`),
      }}
      columns={useCartColumns()}
      getRowName={useCartName()}
      getRowLink={({ _id }) => drawer.getLink(_id)}
      empty={{
        drawing: emptyShelfDrawing,
        title: t('cart.emptyTitle'),
        text: t('cart.emptyText'),
      }}
    >
      {drawer.value && <CartDrawer id={drawer.value} onClose={drawer.close} />}
    </ListPage>
  )
}
CartListPage.prefetch = prefetchList(cartList, cartApi.getCounts)
