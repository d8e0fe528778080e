import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { CartView, cartApi } from '#contract/order/cart.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { recordListPaths } from '../lib/navigation/record-paths.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { DataList } from '../list/table/data-list.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import { CountTabs } from '../list/view/count-tabs.tsx'
import { Drawing } from '../ui/art/drawing.tsx'
import emptyShelfDrawing from '../ui/art/empty-shelf.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { useCartColumns, useCartName } from './cart-columns.tsx'
import { CartDrawer } from './cart-drawer.tsx'

/** Lists the carts of shoppers who have not ordered. */
export function CartListPage() {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const list = useListState(cartApi.list.query, 'cart', {
    tab: 'view',
    defaultSort: '-updatedAt',
  })
  const carts = useQuery(queryOptionsFor(cartApi.list, { query: list.query }))
  const counts = useQuery(queryOptionsFor(cartApi.getCounts, {})).data
  const getCartName = useCartName()
  const drawer = useCartDrawer()
  const tabs = [undefined, ...CartView.options].map(value => ({
    value,
    label: t(`cart.view.${value ?? 'all'}`),
    count: counts?.[value ?? 'all'],
  }))
  return (
    <>
      <PageHeader
        title={t('shell.menu.carts')}
        count={counts?.all}
        back={{ to: recordListPaths.order, label: t('order.list.title') }}
        {...(counts && {
          subtitle: [
            t('cart.worth', { total: format.money(counts.abandonedTotal, currency) }),
            counts.recoveredCount > 0 &&
              t('cart.recovered', {
                count: counts.recoveredCount,
                total: format.money(counts.recoveredTotal, currency),
              }),
          ]
            .filter(Boolean)
            .join(' · '),
        })}
      />
      {counts?.all !== 0 && <CountTabs list={list} label={t('cart.byView')} tabs={tabs} />}
      <DataList
        label={t('shell.menu.carts')}
        list={list}
        query={carts}
        columns={useCartColumns()}
        getRowName={getCartName}
        getRowLink={({ _id }) => drawer.getLink(_id)}
        empty={
          <EmptyState
            title={t('cart.emptyTitle')}
            text={t('cart.emptyText')}
            illustration={<Drawing svg={emptyShelfDrawing} />}
          />
        }
      />
      {drawer.id && <CartDrawer id={drawer.id} onClose={drawer.close} />}
    </>
  )
}
CartListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(cartApi.list, { query: parseListQuery(cartApi.list.query, search, 'cart') }),
  )) satisfies Prefetch

/** Keeps the open cart in the URL: `?cart=<id>`. */
function useCartDrawer() {
  const [params, setParams] = useSearchParams()
  const withCart = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete('cart')
    else next.set('cart', id)
    return next
  }
  return {
    id: params.get('cart'),
    close: () => setParams(withCart(null), { preventScrollReset: true }),
    getLink: (id: string) => `?${withCart(id)}`,
  }
}
