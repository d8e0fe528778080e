import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Customer, customerApi } from '#contract/customer.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { Can, useCan } from '../lib/session/can.tsx'
import { useCurrency } from '../lib/session/use-store.ts'
import { CountTabs } from '../list/count-tabs.tsx'
import { DataList } from '../list/data-list.tsx'
import type { Column } from '../list/data-table.tsx'
import { readQuery, useListState } from '../list/use-list-state.ts'
import { ArtEmptyCustomers } from '../ui/art/art-empty-customers.tsx'
import { useCountryName } from '../ui/form/country-field.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import css from './customer.module.css'
import { CustomerAvatar } from './customer-avatar.tsx'
import { CustomerBulk } from './customer-bulk.tsx'

export function CustomerListPage() {
  const { t } = useTranslation()
  const list = useListState(customerApi.list.query, { name: 'customer' })
  const customers = useQuery(queryOf(customerApi.list, { query: list.query }))
  const columns = useCustomerColumns()
  const mayWrite = useCan('customer:write')
  const knownTags = [...new Set(customers.data?.items.flatMap(row => row.tags))]
  return (
    <>
      <PageHeader
        title={t('customer.list.title')}
        count={customers.data?.meta.total}
        isCapped={customers.data?.meta.totalIsCapped}
      >
        <Can do="customer:write">
          <Button
            component={Link}
            to="/apps/customer/create"
            leftSection={<IconPlus size={16} stroke={1.75} />}
          >
            {t('customer.list.add')}
          </Button>
        </Can>
      </PageHeader>
      <CountTabs list={list} label={t('ui.view.saved')} />
      <DataList
        label={t('customer.list.title')}
        list={list}
        query={customers}
        columns={columns}
        nameOf={row => row.name || row.email || row.phone}
        linkOf={row => `/apps/customer/view/${row._id}`}
        filters={[
          {
            key: 'tag',
            label: t('customer.field.tags'),
            single: true,
            options: knownTags.map(value => ({ value, label: value })),
          },
        ]}
        {...(mayWrite && {
          bulk: chosen => <CustomerBulk chosen={chosen} knownTags={knownTags} />,
        })}
        empty={<NoCustomers />}
      />
    </>
  )
}
CustomerListPage.warm = (({ client, search }) =>
  client.prefetchQuery(
    queryOf(customerApi.list, { query: readQuery(customerApi.list.query, search) }),
  )) satisfies Warm

function useCustomerColumns(): Column<Customer>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const currency = useCurrency()
  const countryOf = useCountryName()
  return [
    {
      key: 'name',
      label: t('customer.list.customer'),
      sort: 'name',
      render: row => (
        <span className={css.who}>
          <CustomerAvatar customer={row} />
          <ThingCell
            title={row.name || row.email || row.phone || t('customer.list.nameless')}
            line={row.name && (row.email || row.phone)}
          />
        </span>
      ),
    },
    {
      key: 'place',
      label: t('customer.list.place'),
      from: 'tablet',
      phone: 'none',
      render: ({ address }) => format.text(format.list([address.city, countryOf(address.country)])),
    },
    {
      key: 'tags',
      label: t('customer.field.tags'),
      from: 'desktop',
      phone: 'none',
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
      phone: 'none',
      render: row => format.number(row.orderCount),
    },
    {
      key: 'lastOrderAt',
      label: t('customer.list.lastOrder'),
      sort: 'lastOrderAt',
      width: 140,
      phone: 'none',
      render: row => (
        <span title={format.dateTime(row.lastOrderAt)}>{format.ago(row.lastOrderAt)}</span>
      ),
    },
    {
      key: 'totalSpent',
      label: t('customer.list.spent'),
      sort: 'totalSpent',
      isNumber: true,
      width: 130,
      phone: 'side',
      render: row => format.money(row.totalSpent, currency),
    },
    {
      key: 'phone',
      label: t('customer.field.phone'),
      isExtra: true,
      from: 'tablet',
      phone: 'none',
      width: 150,
      render: row => format.text(row.phone),
    },
    {
      key: 'marketing',
      label: t('customer.list.marketing'),
      isExtra: true,
      from: 'tablet',
      phone: 'none',
      width: 120,
      render: row => (row.acceptsMarketing ? t('customer.list.agreed') : '–'),
    },
    {
      key: 'createdAt',
      label: t('customer.list.since'),
      sort: 'createdAt',
      isExtra: true,
      from: 'tablet',
      phone: 'none',
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
      drawing={<ArtEmptyCustomers />}
      title={t('customer.list.emptyTitle')}
      text={t('customer.list.emptyText')}
    >
      <Can do="customer:write">
        <Button component={Link} to="/apps/customer/create">
          {t('customer.list.add')}
        </Button>
      </Can>
      <Can do="order:write">
        <Button component={Link} to="/apps/order/create" variant="default">
          {t('customer.list.takeOrder')}
        </Button>
      </Can>
    </EmptyState>
  )
}
