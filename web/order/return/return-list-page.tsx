import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ReturnRow, ReturnView, returnApi } from '#contract/order/order-return.ts'
import { returnKinds } from '#contract/order/return-state.ts'
import { queryOptionsFor } from '../../lib/call/api.ts'
import { useFormatters } from '../../lib/formatters.ts'
import { getRecordPath, recordListPaths } from '../../lib/navigation/record-paths.ts'
import { toOptions } from '../../lib/to-options.ts'
import type { ListFilter } from '../../list/list-filters.tsx'
import { ListPage } from '../../list/list-page.tsx'
import type { ListColumn } from '../../list/table/data-table.tsx'
import { prefetchList, useList } from '../../list/use-list.ts'
import { LateBadge, ReturnBadge } from '../../order-status/return-badge.tsx'
import emptyOrdersDrawing from '../../ui/art/empty-orders.svg?raw'

const returnList = { route: returnApi.listReturns, name: 'return', tab: 'view' } as const

export function ReturnListPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      {...useList(returnList)}
      title={t('returnDialog.return.title')}
      back={{ to: recordListPaths.order, label: t('order.list.title') }}
      counts={useQuery(queryOptionsFor(returnApi.getReturnCounts, {}))}
      tabs={{
        label: t('orderReturn.byView'),
        values: ReturnView.options,
        getLabel: value => t(`orderReturn.view.${value}`),
      }}
      filters={useReturnFilters()}
      columns={useReturnColumns()}
      getRowName={({ number }) => number}
      getRowLink={({ _id }) => getRecordPath('return', _id)}
      empty={{
        drawing: emptyOrdersDrawing,
        title: t('orderReturn.emptyTitle'),
        text: t('orderReturn.emptyText'),
      }}
    />
  )
}
ReturnListPage.prefetch = prefetchList(returnList, returnApi.getReturnCounts)

function useReturnFilters(): ListFilter[] {
  const { t } = useTranslation()
  return [
    {
      key: 'kind',
      label: t('orderReturn.kind'),
      isSingleChoice: true,
      options: toOptions(returnKinds, value => t(`orderReturn.kinds.${value}`)),
    },
  ]
}

function useKindColumn(): ListColumn<ReturnRow> {
  const { t } = useTranslation()
  return {
    key: 'kind',
    label: t('orderReturn.kind'),
    width: 120,
    phonePosition: 'line',
    render: ({ kind }) => t(`orderReturn.kinds.${kind}`),
  }
}

function useStateColumns(): ListColumn<ReturnRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'status',
      label: t('order.list.status'),
      width: 140,
      render: ({ status, isLate }) => (isLate ? <LateBadge /> : <ReturnBadge status={status} />),
    },
    {
      key: 'sendBackBy',
      label: t('orderReturn.sendBackBy'),
      width: 130,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ status, sendBackBy }) =>
        status === 'accepted' && sendBackBy ? format.day(sendBackBy) : '–',
    },
  ]
}

function useReturnColumns(): ListColumn<ReturnRow>[] {
  const { t } = useTranslation()
  const kindColumn = useKindColumn()
  const format = useFormatters()
  return [
    {
      key: 'number',
      label: t('orderReturn.number'),
      width: 130,
      render: ({ number }) => <bdi>{number}</bdi>,
    },
    kindColumn,
    {
      key: 'date',
      label: t('orderReturn.requestedAt'),
      sort: 'createdAt',
      width: 140,
      phonePosition: 'side',
      render: ({ createdAt }) => (
        <time dateTime={createdAt} title={format.dateTime(createdAt)}>
          {format.relativeTime(createdAt)}
        </time>
      ),
    },
    {
      key: 'customer',
      label: t('orderReturn.customer'),
      phonePosition: 'line',
      render: ({ customerName }) => <bdi>{customerName || '–'}</bdi>,
    },
    ...useStateColumns(),
    {
      key: 'wish',
      label: t('returnDialog.return.wish'),
      width: 160,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: ({ wish }) => t(`returnDialog.return.wishes.${wish}`),
    },
    {
      key: 'units',
      label: t('orderReturn.units'),
      isNumber: true,
      width: 120,
      phonePosition: 'none',
      // The units of a claim are not sent back.
      render: ({ kind, receivedCount, unitCount }) =>
        kind === 'claim'
          ? '–'
          : t('orderReturn.receivedOf', {
              received: format.number(receivedCount),
              count: unitCount,
            }),
    },
  ]
}
