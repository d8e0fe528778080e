import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { DiscountKind, DiscountStatus, discountApi } from '#contract/product/discount.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { DataList } from '../list/table/data-list.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import { Drawing } from '../ui/art/drawing.tsx'
import emptyPaymentDrawing from '../ui/art/empty-payment.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { useDiscountColumns } from './discount-columns.tsx'
import { DiscountDrawer } from './discount-drawer.tsx'

/** Lists the codes and automatic discounts of the store. */
export function DiscountListPage() {
  const { t } = useTranslation()
  const list = useListState(discountApi.list.query, 'discount')
  const discounts = useQuery(queryOptionsFor(discountApi.list, { query: list.query }))
  const columns = useDiscountColumns()
  const drawer = useDiscountDrawer()
  const opened = useQuery({
    ...queryOptionsFor(discountApi.get, { params: { id: drawer.name ?? '' } }),
    enabled: drawer.name !== null && drawer.name !== 'new',
  }).data
  const addButton = (
    <PermissionGate permission="product:write">
      <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => drawer.show('new')}>
        {t('discount.add')}
      </Button>
    </PermissionGate>
  )
  return (
    <>
      <PageHeader
        title={t('shell.menu.discounts')}
        count={discounts.data?.meta.total}
        isCountCapped={discounts.data?.meta.totalIsCapped}
      >
        {addButton}
      </PageHeader>
      <DataList
        label={t('shell.menu.discounts')}
        list={list}
        query={discounts}
        columns={columns}
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
      />
      {drawer.name === 'new' && <DiscountDrawer onClose={drawer.close} />}
      {opened && opened._id === drawer.name && (
        <DiscountDrawer key={opened._id} discount={opened} onClose={drawer.close} />
      )}
    </>
  )
}
DiscountListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(discountApi.list, {
      query: parseListQuery(discountApi.list.query, search, 'discount'),
    }),
  )) satisfies Prefetch

/** Keeps the open drawer in the URL: `?edit=new` or `?edit=<id>`. */
function useDiscountDrawer() {
  const [params, setParams] = useSearchParams()
  const withEdit = (name: string | null) => {
    const next = new URLSearchParams(params)
    if (name === null) next.delete('edit')
    else next.set('edit', name)
    return next
  }
  const show = (name: string | null) => setParams(withEdit(name), { preventScrollReset: true })
  return {
    name: params.get('edit'),
    show,
    close: () => show(null),
    getLink: (id: string) => `?${withEdit(id)}`,
  }
}
