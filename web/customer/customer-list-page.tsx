import { Button } from '@mantine/core'
import { IconMailCheck } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { customerApi } from '#contract/customer/customer.ts'
import { getRecordPath, recordListPaths } from '../lib/navigation/record-paths.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { toOptions } from '../lib/to-options.ts'
import { ListPage } from '../list/list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import emptyCustomersDrawing from '../ui/art/empty-customers.svg?raw'
import { AddButton } from '../ui/page/add-button.tsx'
import { LinkButton } from '../ui/page/link-button.tsx'
import { useCustomerColumns } from './customer-columns.tsx'

const CustomerBulkActions = lazy(() =>
  import('./customer-bulk-actions.tsx').then(({ CustomerBulkActions: Component }) => ({
    default: Component,
  })),
)

const customerList = { route: customerApi.list, name: 'customer' } as const

export function CustomerListPage() {
  const { t } = useTranslation()
  const customers = useList(customerList)
  const canWrite = usePermission('customer:write')
  const knownTags = [...new Set(customers.query.data?.items.flatMap(row => row.tags))]
  return (
    <ListPage
      {...customers}
      title={t('customer.list.title')}
      buttons={<CustomerListButtons />}
      tabs={{ label: t('ui.view.saved') }}
      columns={useCustomerColumns()}
      getRowName={row => row.name || row.email || row.phone}
      getRowLink={row => getRecordPath('customer', row._id)}
      filters={[
        {
          key: 'tag',
          label: t('customer.field.tags'),
          options: toOptions(knownTags),
        },
      ]}
      {...(canWrite && {
        renderBulkActions: selection => (
          <Suspense>
            <CustomerBulkActions selection={selection} knownTags={knownTags} />
          </Suspense>
        ),
      })}
      empty={{
        can: 'customer:write',
        drawing: emptyCustomersDrawing,
        title: t('customer.list.emptyTitle'),
        text: t('customer.list.emptyText'),
        children: (
          <>
            <LinkButton
              can="customer:write"
              to="/apps/customer/create"
              label={t('customer.list.add')}
              variant="filled"
            />
            <LinkButton
              can="import:write"
              to="/apps/import?kind=customers"
              label={t('customer.list.importCustomers')}
            />
            <LinkButton
              can="order:write"
              to="/apps/order/create"
              label={t('customer.list.createOrder')}
            />
          </>
        ),
      }}
    />
  )
}
CustomerListPage.prefetch = prefetchList(customerList)

function CustomerListButtons() {
  const { t } = useTranslation()
  return (
    <>
      <Button
        component={Link}
        to={recordListPaths.subscriber}
        variant="default"
        leftSection={<IconMailCheck size={16} stroke={1.75} />}
      >
        {t('shell.menu.subscribers')}
      </Button>
      <AddButton can="customer:write" label={t('customer.list.add')} to="/apps/customer/create" />
    </>
  )
}
