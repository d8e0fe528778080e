import { Button } from '@mantine/core'
import { IconArrowRight, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Business, businessApi } from '#contract/store/store.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useBusinessId } from '../lib/session/session.ts'
import { DataList } from '../list/table/data-list.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import { Drawing } from '../ui/art/drawing.tsx'
import emptyStoresDrawing from '../ui/art/empty-stores.svg?raw'
import { useCountryName } from '../ui/field/country-field.tsx'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { businessStatusTones } from './store-options.ts'
import { useSwitchStore } from './use-switch-store.ts'

/** Lists the user's stores and switches between them. */
export function BusinessListPage() {
  const { t } = useTranslation()
  const list = useListState(businessApi.list.query, 'business', { defaultSort: 'createdAt' })
  const stores = useQuery(queryOptionsFor(businessApi.list, { query: list.query }))
  return (
    <>
      <PageHeader title={t('business.list.title')} count={stores.data?.meta.total}>
        <AddStoreButton />
      </PageHeader>
      <DataList
        label={t('business.list.title')}
        list={list}
        query={stores}
        columns={useBusinessColumns()}
        getRowName={store => store.name}
        getRowLink={store => getRecordPath('business', store._id)}
        actions={store => <SwitchStoreButton store={store} />}
        empty={
          <EmptyState
            title={t('business.list.empty')}
            text={t('business.list.emptyText')}
            illustration={<Drawing svg={emptyStoresDrawing} />}
          >
            <AddStoreButton />
          </EmptyState>
        }
      />
    </>
  )
}
BusinessListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(businessApi.list, {
      query: parseListQuery(businessApi.list.query, search, 'business'),
    }),
  )) satisfies Prefetch

function AddStoreButton() {
  const { t } = useTranslation()
  return (
    <Button
      component={Link}
      to="/apps/myStore/create"
      leftSection={<IconPlus size={16} stroke={1.75} />}
    >
      {t('business.list.add')}
    </Button>
  )
}

function SwitchStoreButton({ store }: { store: Business }) {
  const { t } = useTranslation()
  const switchStore = useSwitchStore()
  const isCurrentStore = useBusinessId() === store._id
  if (isCurrentStore) return <StatusBadge tone="info" label={t('business.list.current')} />
  return (
    <Button
      size="compact-sm"
      variant="default"
      rightSection={<IconArrowRight size={14} stroke={1.75} />}
      aria-label={t('business.list.switchTo', { name: store.name })}
      onClick={() => void switchStore(store._id)}
    >
      {t('business.list.switch')}
    </Button>
  )
}

function useBusinessColumns(): ListColumn<Business>[] {
  const { t, i18n } = useTranslation()
  const format = useFormatters()
  const formatCountry = useCountryName()
  const currencies = new Intl.DisplayNames(i18n.language, { type: 'currency' })
  return [
    {
      key: 'name',
      label: t('business.list.store'),
      sort: 'name',
      render: ({ name, logo, host }) => <EntityCell imageUrl={logo} title={name} details={host} />,
    },
    {
      key: 'status',
      label: t('business.field.status'),
      render: ({ status }) => (
        <StatusBadge tone={businessStatusTones[status]} label={t(`business.status.${status}`)} />
      ),
    },
    {
      key: 'currency',
      label: t('business.field.currency'),
      minScreen: 'tablet',
      render: ({ currency }) => <span title={currencies.of(currency)}>{currency}</span>,
    },
    {
      key: 'country',
      label: t('ui.address.country'),
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ address }) => formatCountry(address.country) || '–',
    },
    {
      key: 'createdAt',
      label: t('business.list.created'),
      sort: 'createdAt',
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ createdAt }) => (
        <span title={format.dateTime(createdAt)}>{format.date(createdAt)}</span>
      ),
    },
  ]
}
