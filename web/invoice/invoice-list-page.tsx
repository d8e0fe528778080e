import { Button } from '@mantine/core'
import { IconSettings } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type InvoiceRow, InvoiceStatus, invoiceApi } from '#contract/invoice/invoice.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { ListPage } from '../list/list-page.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import emptyOrdersDrawing from '../ui/art/empty-orders.svg?raw'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { ExportMonthButton } from './export-month-button.tsx'
import { InvoiceBadge, invoiceStatusKeys, isInvoiceOwed } from './invoice-badge.tsx'
import { InvoiceSettingsDrawer } from './invoice-settings-drawer.tsx'

const invoiceList = { route: invoiceApi.list, name: 'invoice' } as const

/** Lists the invoices and credit notes of the store. */
export function InvoiceListPage() {
  const { t } = useTranslation()
  const drawer = useDialogParam('edit')
  return (
    <ListPage
      {...useList(invoiceList)}
      title={t('shell.menu.invoices')}
      buttons={
        <>
          <ExportMonthButton />
          <PermissionGate permission="invoice:write">
            <Button
              variant="default"
              leftSection={<IconSettings size={16} stroke={1.75} />}
              onClick={() => drawer.open('settings')}
            >
              {t('invoice.settings.title')}
            </Button>
          </PermissionGate>
        </>
      }
      columns={useInvoiceColumns()}
      getRowName={({ number, order }) => number || order.number}
      getRowLink={({ _id }) => getRecordPath('invoice', _id)}
      filters={[
        {
          key: 'status',
          label: t('invoice.statusLabel'),
          options: InvoiceStatus.options.map(value => ({
            value,
            label: t(`invoice.status.${invoiceStatusKeys[value]}`),
          })),
        },
      ]}
      empty={{
        drawing: emptyOrdersDrawing,
        title: t('invoice.emptyTitle'),
        text: t('invoice.emptyText'),
      }}
    >
      {drawer.value === 'settings' && <InvoiceSettingsDrawer onClose={drawer.close} />}
    </ListPage>
  )
}
InvoiceListPage.prefetch = prefetchList(invoiceList)

function useInvoiceColumns(): ListColumn<InvoiceRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'number',
      label: t('invoice.number'),
      width: 240,
      render: ({ kind, number, buyerName }) => (
        <EntityCell
          title={number ? <bdi>{number}</bdi> : t('invoice.draft')}
          details={kind === 'credit_note' ? `${t('invoice.creditNote')} · ${buyerName}` : buyerName}
        />
      ),
    },
    {
      key: 'status',
      label: t('invoice.statusLabel'),
      width: 150,
      phonePosition: 'side',
      render: ({ status }) => <InvoiceBadge status={status} />,
    },
    {
      key: 'order',
      label: t('invoice.order'),
      width: 120,
      minScreen: 'tablet',
      render: ({ order }) => <bdi>{order.number}</bdi>,
    },
    {
      key: 'createdAt',
      label: t('invoice.date'),
      sort: 'createdAt',
      width: 130,
      render: ({ issuedOn, createdAt }) =>
        issuedOn ? format.day(issuedOn) : format.date(createdAt),
    },
    {
      key: 'dueOn',
      label: t('invoice.due'),
      width: 130,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: row => (isInvoiceOwed(row) && row.dueOn ? format.day(row.dueOn) : '–'),
    },
    {
      key: 'total',
      label: t('invoice.total'),
      sort: 'total',
      isNumber: true,
      width: 130,
      render: ({ total, currency, kind }) =>
        format.money(kind === 'credit_note' ? -total : total, currency),
    },
  ]
}
