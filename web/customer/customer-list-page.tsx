import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Customer, customerApi } from '#contract/customer.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { CountTabs } from '../list/count-tabs.tsx'
import { DataList } from '../list/data-list.tsx'
import type { ListColumn } from '../list/data-table.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import { ArtEmptyCustomers } from '../ui/art/art-empty-customers.tsx'
import { useCountryName } from '../ui/form/country-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import css from './customer.module.css'
import { CustomerAvatar } from './customer-avatar.tsx'
import { CustomerBulkActions } from './customer-bulk-actions.tsx'

export function CustomerListPage() {
  const { t } = useTranslation()
  const list = useListState(customerApi.list.query, { name: 'customer' })
  const customers = useQuery(queryOptionsFor(customerApi.list, { query: list.query }))
  const columns = useCustomerColumns()
  const canWrite = usePermission('customer:write')
  const knownTags = [...new Set(customers.data?.items.flatMap(row => row.tags))]
  return (
    <>
      <PageHeader
        title={t('customer.list.title')}
        count={customers.data?.meta.total}
        isCountCapped={customers.data?.meta.totalIsCapped}
      >
        <PermissionGate permission="customer:write">
          <Button
            component={Link}
            to="/apps/customer/create"
            leftSection={<IconPlus size={16} stroke={1.75} />}
          >
            {t('customer.list.add')}
          </Button>
        </PermissionGate>
      </PageHeader>
      <CountTabs list={list} label={t('ui.view.saved')} />
      <DataList
        label={t('customer.list.title')}
        list={list}
        query={customers}
        columns={columns}
        getRowName={row => row.name || row.email || row.phone}
        getRowLink={row => getRecordPath('customer', row._id)}
        filters={[
          {
            key: 'tag',
            label: t('customer.field.tags'),
            isSingleChoice: true,
            options: knownTags.map(value => ({ value, label: value })),
          },
        ]}
        {...(canWrite && {
          renderBulkActions: selection => (
            <CustomerBulkActions selection={selection} knownTags={knownTags} />
          ),
        })}
        empty={<NoCustomers />}
      />
    </>
  )
}
CustomerListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(customerApi.list, { query: parseListQuery(customerApi.list.query, search) }),
  )) satisfies Prefetch

function useCustomerColumns(): ListColumn<Customer>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const formatCountry = useCountryName()
  return [
    {
      key: 'name',
      label: t('customer.list.customer'),
      sort: 'name',
      render: row => (
        <span className={css.customerCell}>
          <CustomerAvatar customer={row} />
          <EntityCell
            title={row.name || row.email || row.phone || t('customer.list.guest')}
            details={row.name && (row.email || row.phone)}
          />
        </span>
      ),
    },
    {
      key: 'place',
      label: t('customer.list.location'),
      minScreen: 'tablet',
      phonePosition: 'none',
      render: ({ address }) =>
        format.text(format.list([address.city, formatCountry(address.country)])),
    },
    {
      key: 'tags',
      label: t('customer.field.tags'),
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row =>
        row.tags.length > 0 ? (
          <span className={css.tags}>
            {row.tags.map(tag => (
              <span key={tag} className={css.tag}>
                {tag}
              </span>
            ))}
          </span>
        ) : (
          '–'
        ),
    },
    {
      key: 'orders',
      label: t('customer.list.orders'),
      isNumber: true,
      width: 90,
      phonePosition: 'none',
      render: row => format.number(row.orderCount),
    },
    {
      key: 'lastOrderAt',
      label: t('customer.list.lastOrder'),
      sort: 'lastOrderAt',
      width: 140,
      phonePosition: 'none',
      render: row => (
        <span title={format.dateTime(row.lastOrderAt)}>{format.relativeTime(row.lastOrderAt)}</span>
      ),
    },
    {
      key: 'totalSpent',
      label: t('customer.list.totalSpent'),
      sort: 'totalSpent',
      isNumber: true,
      width: 130,
      phonePosition: 'side',
      render: row => format.money(row.totalSpent, currency),
    },
    {
      key: 'phone',
      label: t('customer.field.phone'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 150,
      render: row => format.text(row.phone),
    },
    {
      key: 'marketing',
      label: t('customer.list.marketing'),
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 120,
      render: row => (row.acceptsMarketing ? t('customer.list.subscribed') : '–'),
    },
    {
      key: 'createdAt',
      label: t('customer.list.customerSince'),
      sort: 'createdAt',
      isOptional: true,
      minScreen: 'tablet',
      phonePosition: 'none',
      width: 140,
      render: row => format.date(row.createdAt),
    },
  ]
}

function NoCustomers() {
  const { t } = useTranslation()
  return (
    <EmptyState
      can="customer:write"
      illustration={<ArtEmptyCustomers />}
      title={t('customer.list.emptyTitle')}
      text={t('customer.list.emptyText')}
    >
      <PermissionGate permission="customer:write">
        <Button component={Link} to="/apps/customer/create">
          {t('customer.list.add')}
        </Button>
      </PermissionGate>
      <PermissionGate permission="order:write">
        <Button component={Link} to="/apps/order/create" variant="default">
          {t('customer.list.createOrder')}
        </Button>
      </PermissionGate>
    </EmptyState>
  )
}
