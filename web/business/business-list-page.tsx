import { Button } from '@mantine/core'
import { IconArrowRight, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Business, businessApi } from '#contract/business.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { useBusinessId } from '../lib/session/session.ts'
import { DataList } from '../list/data-list.tsx'
import type { Column } from '../list/data-table.tsx'
import { readQuery, useListState } from '../list/use-list-state.ts'
import { ArtEmptyStores } from '../ui/art/art-empty-stores.tsx'
import { useCountryName } from '../ui/form/country-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import { statusTones } from './business-choices.ts'
import { useEnterStore } from './enter-store.ts'

/** Every store of the person, and the way into each. */
export function BusinessListPage() {
  const { t } = useTranslation()
  const list = useListState(businessApi.list.query, { name: 'business' })
  const stores = useQuery(queryOf(businessApi.list, { query: list.query }))
  return (
    <>
      <PageHeader title={t('business.list.title')} count={stores.data?.meta.total}>
        <AddStore />
      </PageHeader>
      <DataList
        label={t('business.list.title')}
        list={list}
        query={stores}
        columns={useBusinessColumns()}
        nameOf={store => store.name}
        linkOf={store => `/apps/myStore/update/${store._id}`}
        actions={store => <Enter store={store} />}
        empty={
          <EmptyState
            title={t('business.list.empty')}
            text={t('business.list.emptyText')}
            drawing={<ArtEmptyStores />}
          >
            <AddStore />
          </EmptyState>
        }
      />
    </>
  )
}
BusinessListPage.warm = (({ client, search }) =>
  client.prefetchQuery(
    queryOf(businessApi.list, { query: readQuery(businessApi.list.query, search) }),
  )) satisfies Warm

function AddStore() {
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

function Enter({ store }: { store: Business }) {
  const { t } = useTranslation()
  const enter = useEnterStore()
  const isPresent = useBusinessId() === store._id
  if (isPresent) return <StatusBadge tone="info" label={t('business.list.present')} />
  return (
    <Button
      size="compact-sm"
      variant="default"
      rightSection={<IconArrowRight size={14} stroke={1.75} />}
      aria-label={t('business.list.enterNamed', { name: store.name })}
      onClick={() => void enter(store._id)}
    >
      {t('business.list.enter')}
    </Button>
  )
}

function useBusinessColumns(): Column<Business>[] {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const countryOf = useCountryName()
  const currencies = new Intl.DisplayNames(i18n.language, { type: 'currency' })
  return [
    {
      key: 'name',
      label: t('business.list.store'),
      sort: 'name',
      render: ({ name, logo, host }) => <ThingCell picture={logo} title={name} line={host} />,
    },
    {
      key: 'status',
      label: t('business.field.status'),
      render: ({ status }) => (
        <StatusBadge tone={statusTones[status]} label={t(`business.status.${status}`)} />
      ),
    },
    {
      key: 'currency',
      label: t('business.field.currency'),
      from: 'tablet',
      render: ({ currency }) => <span title={currencies.of(currency)}>{currency}</span>,
    },
    {
      key: 'country',
      label: t('ui.address.country'),
      from: 'desktop',
      phone: 'none',
      render: ({ address }) => countryOf(address.country) || '–',
    },
    {
      key: 'createdAt',
      label: t('business.list.since'),
      sort: 'createdAt',
      from: 'desktop',
      phone: 'none',
      render: ({ createdAt }) => (
        <span title={format.dateTime(createdAt)}>{format.date(createdAt)}</span>
      ),
    },
  ]
}
