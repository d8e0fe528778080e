import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type CustomerReturn, customerReturnApi } from '#contract/customer/customer-history.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { DataTable, type ListColumn } from '../list/table/data-table.tsx'
import { ReturnBadge } from '../order-status/return-badge.tsx'
import { StatusBadge } from '../ui/message/status-badge.tsx'
import { SectionCard } from '../ui/page/section-card.tsx'
import css from './customer.module.css'
import { ShowAllButton } from './show-all-button.tsx'

/** Lists the latest returns and withdrawals of a customer. Without them, there is no card. */
export function CustomerReturnsCard({ customer: id }: { customer: string }) {
  const { t } = useTranslation()
  const [perPage, setPerPage] = useState(10)
  const returns = useQuery({
    ...queryOptionsFor(customerReturnApi.listCustomerReturns, {
      params: { id },
      query: { perPage },
    }),
    placeholderData: previous => previous,
  })
  const columns = useCustomerReturnColumns()
  if (!returns.data?.items.length) return null
  const { items, meta } = returns.data
  const label = t('returnDialog.return.title')
  return (
    <SectionCard title={label} flush>
      <DataTable
        rows={items}
        columns={columns}
        getRowName={row => row.order.number}
        getRowLink={row => getRecordPath('order', row.order._id)}
        label={label}
      />
      {meta.next && perPage === 10 && (
        <ShowAllButton count={meta.total} onClick={() => setPerPage(100)} />
      )}
    </SectionCard>
  )
}

function useCustomerReturnColumns(): ListColumn<CustomerReturn>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'number',
      label: t('order.list.number'),
      render: row => <bdi className={css.orderNumber}>{row.order.number}</bdi>,
    },
    {
      key: 'date',
      label: t('order.list.date'),
      render: row => (
        <time dateTime={row.createdAt} title={format.dateTime(row.createdAt)}>
          {format.relativeTime(row.createdAt)}
        </time>
      ),
    },
    {
      key: 'kind',
      label: t('orderReturn.kind'),
      phonePosition: 'line',
      render: ({ kind }) =>
        kind === 'withdrawal' ? t('customerHistory.withdrawal') : t(`orderReturn.kinds.${kind}`),
    },
    {
      key: 'status',
      label: t('order.list.status'),
      render: ({ status }) =>
        status === 'withdrawn' ? (
          <StatusBadge tone="warn" label={t('customerHistory.withdrawal')} />
        ) : (
          <ReturnBadge status={status} />
        ),
    },
    {
      key: 'reason',
      label: t('customerHistory.reason'),
      phonePosition: 'line',
      render: row => <bdi>{format.text(row.reason)}</bdi>,
    },
    {
      key: 'units',
      label: t('customerHistory.units'),
      isNumber: true,
      phonePosition: 'none',
      minScreen: 'tablet',
      render: row => (row.unitCount > 0 ? format.number(row.unitCount) : '–'),
    },
  ]
}
