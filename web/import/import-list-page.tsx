import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import { type ImportRow, importApi } from '#contract/import.ts'
import { queryOf } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { Can } from '../lib/session/can.tsx'
import { DataList } from '../list/data-list.tsx'
import type { Column } from '../list/data-table.tsx'
import { readQuery, useListState } from '../list/use-list-state.ts'
import { ArtEmptyImports } from '../ui/art/art-empty-imports.tsx'
import { Cards } from '../ui/form/edit-form.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import { ThingCell } from '../ui/page/thing-cell.tsx'
import { ImportDrop } from './import-drop.tsx'
import { isBusy, statusTones } from './import-words.ts'

// The kind in the address bar is that of the next file; the list shows every kind.
const shownOf = ({ kind: _, ...shown }: z.infer<typeof importApi.list.query>) => shown

export function ImportListPage() {
  const { t } = useTranslation()
  const { query, ...list } = useListState(importApi.list.query, { name: 'import' })
  const shown = shownOf(query)
  const imports = useQuery({
    ...queryOf(importApi.list, { query: shown }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(row => isBusy(row.status)) ? 1500 : false,
  })
  const columns = useImportColumns()
  return (
    <>
      <PageHeader title={t('import.list.title')} subtitle={t('import.list.subtitle')} />
      <Cards>
        <Can do="import:write">
          <ImportDrop />
        </Can>
        <DataList
          label={t('import.list.title')}
          list={{ ...list, query: shown, isFiltered: Boolean(shown.q) }}
          query={imports}
          columns={columns}
          nameOf={row => row.fileName}
          linkOf={row => `/apps/import/${row._id}`}
          hasSearch={(imports.data?.meta.total ?? 0) > 10 || Boolean(shown.q)}
          empty={
            <EmptyState
              can="import:write"
              drawing={<ArtEmptyImports />}
              title={t('import.list.emptyTitle')}
              text={t('import.list.emptyText')}
            >
              <ByHand />
            </EmptyState>
          }
        />
      </Cards>
    </>
  )
}
ImportListPage.warm = (({ client, search }) =>
  client.prefetchQuery(
    queryOf(importApi.list, { query: shownOf(readQuery(importApi.list.query, search)) }),
  )) satisfies Warm

function ByHand() {
  const { t } = useTranslation()
  return (
    <Can do="product:write">
      <Button component={Link} to="/apps/product/create" variant="default">
        {t('import.list.byHand')}
      </Button>
    </Can>
  )
}

function useImportColumns(): Column<ImportRow>[] {
  const { t } = useTranslation()
  const format = useFormat()
  return [
    {
      key: 'file',
      label: t('import.list.file'),
      render: row => (
        <ThingCell
          title={row.fileName}
          line={`${t(`import.kind.${row.kind}`)} · ${format.bytes(row.bytes)}`}
        />
      ),
    },
    {
      key: 'status',
      label: t('import.list.status'),
      width: 150,
      phone: 'side',
      render: row => (
        <StatusBadge tone={statusTones[row.status]} label={t(`import.status.${row.status}`)} />
      ),
    },
    {
      key: 'result',
      label: t('import.list.result'),
      from: 'tablet',
      render: row => <ImportSummary row={row} />,
    },
    {
      key: 'by',
      label: t('import.list.by'),
      width: 150,
      from: 'desktop',
      phone: 'none',
      render: row => format.text(row.createdBy),
    },
    {
      key: 'when',
      label: t('import.list.when'),
      width: 140,
      render: row => (
        <span title={format.dateTime(row.createdAt)}>{format.ago(row.createdAt)}</span>
      ),
    },
  ]
}

/** How it went in a line: what was done, or what would be. */
function ImportSummary({ row: { status, counts, progress, message } }: { row: ImportRow }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (isBusy(status)) return format.percent(progress)
  if (status === 'failed') return message
  const n = (count: number) => ({ n: format.number(count) })
  const isDone = status === 'done'
  const said = [
    ...(counts.create
      ? [t(isDone ? 'import.summary.create' : 'import.summary.toCreate', n(counts.create))]
      : []),
    ...(counts.update
      ? [t(isDone ? 'import.summary.update' : 'import.summary.toUpdate', n(counts.update))]
      : []),
    ...(counts.unchanged ? [t('import.summary.unchanged', n(counts.unchanged))] : []),
    ...(counts.skip ? [t('import.summary.skip', n(counts.skip))] : []),
  ]
  return said.join(' · ') || '–'
}
