import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type Import, ImportAction, type ImportItem, importApi } from '#contract/import.ts'
import { queryOf } from '../lib/call/api.ts'
import { sayServer } from '../lib/call/server-words.ts'
import { useFormat } from '../lib/format.ts'
import { useCurrency } from '../lib/session/use-store.ts'
import { CountTabs } from '../list/count-tabs.tsx'
import { DataList } from '../list/data-list.tsx'
import type { Column } from '../list/data-table.tsx'
import { useListState } from '../list/use-list-state.ts'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { StatusBadge, type Tone } from '../ui/page/status-badge.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import css from './import.module.css'
import { isBusy, pageOf, useChangeWords } from './import-words.ts'

const tones: Record<ImportAction, Tone> = {
  create: 'good',
  update: 'info',
  unchanged: 'neutral',
  skip: 'bad',
}

/** Each product or order of the file, with what becomes of it. */
export function ImportItemCard({ one }: { one: Import }) {
  const { t } = useTranslation()
  const list = useListState(importApi.listItems.query, { tab: 'action' })
  const items = useQuery({
    ...queryOf(importApi.listItems, { params: { id: one._id }, query: list.query }),
    refetchInterval: isBusy(one.status) ? 2000 : false,
  })
  const columns = useItemColumns(one)
  const title = t(one.status === 'done' ? 'import.item.titleDone' : 'import.item.title')
  const all = one.counts.create + one.counts.update + one.counts.unchanged + one.counts.skip
  const tabs = [
    { value: undefined, label: t('import.item.all'), count: all },
    ...ImportAction.options.map(value => ({
      value,
      label: t(`import.item.${value}`),
      count: one.counts[value],
    })),
  ]
  return (
    <section aria-label={title}>
      <h2 className={css.heading}>{title}</h2>
      <CountTabs list={list} label={t('import.item.by')} tabs={tabs} />
      <DataList
        label={t(`import.kind.${one.kind}`)}
        list={list}
        query={items}
        expected={list.query.action ? one.counts[list.query.action] : all}
        columns={columns}
        nameOf={row => row.title || row.name}
        empty={<EmptyState title={t('import.item.empty')} text={t('import.item.emptyText')} />}
      />
    </section>
  )
}

function useItemColumns({ kind }: Import): Column<ImportItem>[] {
  const { t } = useTranslation()
  const format = useFormat()
  const currency = useCurrency()
  const isProducts = kind === 'products'
  return [
    {
      key: 'name',
      label: t(isProducts ? 'import.item.name' : 'import.item.order'),
      width: '30%',
      render: row => <ItemName row={row} kind={kind} />,
    },
    {
      key: 'action',
      label: t('import.item.action'),
      width: 120,
      phone: 'side',
      render: row => (
        <StatusBadge
          tone={tones[row.action]}
          label={t(`import.item.${row.action}`)}
          hollow={!row.isWritten}
        />
      ),
    },
    {
      key: 'changes',
      label: t('import.item.changes'),
      phone: 'line',
      render: row => <Details row={row} />,
    },
    {
      key: 'size',
      label: t(isProducts ? 'import.item.variants' : 'import.item.lines'),
      isNumber: true,
      width: 84,
      from: 'desktop',
      phone: 'none',
      render: row => format.number(row.size),
    },
    {
      key: 'amount',
      label: t(isProducts ? 'import.item.price' : 'import.item.total'),
      isNumber: true,
      width: 110,
      from: 'tablet',
      phone: 'none',
      render: row => format.money(row.amount, currency),
    },
  ]
}

function ItemName({ row, kind }: { row: ImportItem; kind: Import['kind'] }) {
  const { t } = useTranslation()
  const [first, second] =
    kind === 'products' ? [row.title || row.name, row.name] : [row.name, row.title]
  const words = (
    <ThingCell
      title={first}
      line={`${second ? `${second} · ` : ''}${t('import.item.row')} ${row.row}`}
    />
  )
  return row.target ? (
    <Link to={pageOf(kind, row.target)} className={css.plainLink}>
      {words}
    </Link>
  ) : (
    words
  )
}

const changesShown = 3

function Details({ row }: { row: ImportItem }) {
  const { t } = useTranslation()
  const wordsOf = useChangeWords()
  if (row.reasons.length > 0)
    return (
      <ul className={css.details}>
        {row.reasons.map(reason => (
          <li key={reason} className={css.reason}>
            {sayServer(reason)}
          </li>
        ))}
      </ul>
    )
  if (row.changes.length === 0) return <span className="sw-dimmed">–</span>
  return (
    <ul className={css.details}>
      {row.changes.slice(0, changesShown).map(change => {
        const { of, name, from, to } = wordsOf(change)
        return (
          <li key={change.field}>
            <span className={css.changeName}>
              {of && `${of} · `}
              {name}
            </span>
            {from && (
              <>
                <span className="sw-hidden">{t('import.change.from')}</span>
                <del className={css.was}>{from}</del>
                <IconArrowRight
                  size={12}
                  stroke={2}
                  role="img"
                  aria-label={t('import.change.to')}
                />
              </>
            )}
            {to && <ins className={css.becomes}>{to}</ins>}
          </li>
        )
      })}
      {row.changes.length > changesShown && (
        <li className="sw-dimmed">
          {t('import.item.more', { count: row.changes.length - changesShown })}
        </li>
      )}
    </ul>
  )
}
