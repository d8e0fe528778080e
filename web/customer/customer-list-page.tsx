import { Button } from '@mantine/core'
import { IconMail, IconMailCheck, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { customerApi } from '#contract/customer/customer.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { DataList } from '../list/table/data-list.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import { CountTabs } from '../list/view/count-tabs.tsx'
import { Drawing } from '../ui/art/drawing.tsx'
import emptyCustomersDrawing from '../ui/art/empty-customers.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { useCustomerColumns } from './customer-columns.tsx'

const CustomerBulkActions = lazy(() =>
  import('./customer-bulk-actions.tsx').then(({ CustomerBulkActions: Component }) => ({
    default: Component,
  })),
)

export function CustomerListPage() {
  const { t } = useTranslation()
  const list = useListState(customerApi.list.query, 'customer')
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
        <Button
          component={Link}
          to={recordListPaths.subscriber}
          variant="default"
          leftSection={<IconMailCheck size={16} stroke={1.75} />}
        >
          {t('shell.menu.subscribers')}
        </Button>
        <Button
          component={Link}
          to={recordListPaths.contactMessage}
          variant="default"
          leftSection={<IconMail size={16} stroke={1.75} />}
        >
          {t('shell.menu.messages')}
        </Button>
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
            options: knownTags.map(value => ({ value, label: value })),
          },
        ]}
        {...(canWrite && {
          renderBulkActions: selection => (
            <Suspense>
              <CustomerBulkActions selection={selection} knownTags={knownTags} />
            </Suspense>
          ),
        })}
        empty={<NoCustomers />}
      />
    </>
  )
}
CustomerListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(customerApi.list, {
      query: parseListQuery(customerApi.list.query, search, 'customer'),
    }),
  )) satisfies Prefetch

function NoCustomers() {
  const { t } = useTranslation()
  return (
    <EmptyState
      can="customer:write"
      illustration={<Drawing svg={emptyCustomersDrawing} />}
      title={t('customer.list.emptyTitle')}
      text={t('customer.list.emptyText')}
    >
      <PermissionGate permission="customer:write">
        <Button component={Link} to="/apps/customer/create">
          {t('customer.list.add')}
        </Button>
      </PermissionGate>
      <PermissionGate permission="import:write">
        <Button component={Link} to="/apps/import?kind=customers" variant="default">
          {t('customer.list.importCustomers')}
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
