import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Import, ImportAction, type ImportItem, importApi } from '#contract/import/import.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { translateImportProblem } from '../lib/call/translate-server-message.ts'
import { useFormatters } from '../lib/formatters.ts'
import { useCurrency } from '../lib/session/use-current-store.ts'
import { DataList } from '../list/table/data-list.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { useListState } from '../list/use-list-state.ts'
import { CountTabs } from '../list/view/count-tabs.tsx'
import { StatusBadge, type StatusTone } from '../ui/message/status-badge.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import css from './import.module.css'
import { getImportedRecordPath, isImportRunning, useChangeFormatter } from './import-labels.ts'

const importActionTones: Record<ImportAction, StatusTone> = {
  create: 'good',
  update: 'info',
  unchanged: 'neutral',
  skip: 'bad',
}

const nameLabelKeys = {
  products: 'import.item.name',
  orders: 'import.item.order',
  customers: 'import.item.customer',
  parcels: 'import.item.order',
} as const

/** The products, orders, customers or parcels of the file with their results. */
export function ImportItemCard({ importJob }: { importJob: Import }) {
  const { t } = useTranslation()
  const list = useListState(importApi.listItems.query, 'importItem', {
    tab: 'action',
    defaultSort: 'position',
  })
  const items = useQuery({
    ...queryOptionsFor(importApi.listItems, { params: { id: importJob._id }, query: list.query }),
    refetchInterval: isImportRunning(importJob.status) ? 2000 : false,
  })
  const columns = useItemColumns(importJob)
  const title = t(importJob.status === 'done' ? 'import.item.titleDone' : 'import.item.title')
  const totalCount =
    importJob.counts.create +
    importJob.counts.update +
    importJob.counts.unchanged +
    importJob.counts.skip
  return (
    <section aria-label={title}>
      <h2 className={css.heading}>{title}</h2>
      <CountTabs
        list={list}
        label={t('import.item.filterByAction')}
        values={ImportAction.options}
        getLabel={value => t(`import.item.${value}`)}
        counts={{ ...importJob.counts, all: totalCount }}
      />
      <DataList
        label={t(`import.kind.${importJob.kind}`)}
        list={list}
        query={items}
        expectedRowCount={list.query.action ? importJob.counts[list.query.action] : totalCount}
        columns={columns}
        getRowName={row => row.title || row.name}
        empty={{ title: t('import.item.empty'), text: t('import.item.emptyText') }}
      />
    </section>
  )
}

function useItemColumns({ kind }: Import): ListColumn<ImportItem>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  const currency = useCurrency()
  const isProducts = kind === 'products'
  const sizeColumns: ListColumn<ImportItem>[] = [
    {
      key: 'size',
      label: t(isProducts ? 'import.item.variants' : 'import.item.lines'),
      isNumber: true,
      width: 84,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => format.number(row.size),
    },
    {
      key: 'amount',
      label: t(isProducts ? 'import.item.price' : 'import.item.total'),
      isNumber: true,
      width: 110,
      minScreen: 'tablet',
      phonePosition: 'none',
      render: row => format.money(row.amount, currency),
    },
  ]
  return [
    {
      key: 'name',
      label: t(nameLabelKeys[kind]),
      width: '30%',
      render: row => <ItemName row={row} kind={kind} />,
    },
    {
      key: 'action',
      label: t('import.item.action'),
      width: 120,
      phonePosition: 'side',
      render: row => (
        <StatusBadge
          tone={importActionTones[row.action]}
          label={t(`import.item.${row.action}`)}
          isHollow={!row.isWritten}
        />
      ),
    },
    {
      key: 'changes',
      label: t('import.item.changes'),
      phonePosition: 'line',
      render: row => <ImportItemDetails row={row} />,
    },
    ...(kind === 'customers' || kind === 'parcels' ? [] : sizeColumns),
  ]
}

function ItemName({ row, kind }: { row: ImportItem; kind: Import['kind'] }) {
  const { t } = useTranslation()
  const [primaryName, secondaryName] =
    kind === 'orders' || kind === 'parcels'
      ? [row.name, row.title]
      : [row.title || row.name, row.name]
  const nameCell = (
    <EntityCell
      title={primaryName}
      details={`${secondaryName ? `${secondaryName} · ` : ''}${t('import.item.row')} ${row.row}`}
    />
  )
  return row.target ? (
    <Link to={getImportedRecordPath(kind, row.target)} className={css.plainLink}>
      {nameCell}
    </Link>
  ) : (
    nameCell
  )
}

const maxVisibleChanges = 3

function ImportItemDetails({ row }: { row: ImportItem }) {
  const { t } = useTranslation()
  const describeChange = useChangeFormatter()
  const reasons = row.problems.length > 0 ? row.problems.map(translateImportProblem) : row.reasons
  if (reasons.length > 0)
    return (
      <ul className={css.details}>
        {reasons.map(reason => (
          <li key={reason} className={css.reason}>
            {reason}
          </li>
        ))}
      </ul>
    )
  if (row.changes.length === 0) return <span className="sw-dimmed">–</span>
  return (
    <ul className={css.details}>
      {row.changes.slice(0, maxVisibleChanges).map(change => {
        const { subject, name, from, to } = describeChange(change)
        return (
          <li key={change.field}>
            <span className={css.changeName}>
              {subject && `${subject} · `}
              {name}
            </span>
            {from && (
              <>
                <span className="sw-hidden">{t('import.change.from')}</span>
                <del className={css.oldValue}>{from}</del>
                <IconArrowRight
                  size={12}
                  stroke={2}
                  role="img"
                  aria-label={t('import.change.to')}
                />
              </>
            )}
            {to && <ins className={css.newValue}>{to}</ins>}
          </li>
        )
      })}
      {row.changes.length > maxVisibleChanges && (
        <li className="sw-dimmed">
          {t('import.item.moreChanges', { count: row.changes.length - maxVisibleChanges })}
        </li>
      )}
    </ul>
  )
}
