import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { z } from 'zod'
import { type ImportRow, importApi } from '#contract/import/import.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { DataList } from '../list/table/data-list.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import emptyImportsDrawing from '../ui/art/empty-imports.svg?raw'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { CardStack } from '../ui/form/edit-form.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ImportDropZone } from './import-drop-zone.tsx'
import { isImportRunning } from './import-labels.ts'
import { ImportStatusBadge } from './import-status-badge.tsx'

// The kind in the URL is the kind of the next upload. The list shows imports of every kind.
const omitKind = ({ kind: _, ...filter }: z.infer<typeof importApi.list.query>) => filter

export function ImportListPage() {
  const { t } = useTranslation()
  const { query, ...list } = useListState(importApi.list.query, 'import')
  const listQuery = omitKind(query)
  const imports = useQuery({
    ...queryOptionsFor(importApi.list, { query: listQuery }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(row => isImportRunning(row.status)) ? 1500 : false,
  })
  const columns = useImportColumns()
  return (
    <>
      <PageHeader title={t('import.list.title')} subtitle={t('import.list.subtitle')} />
      <CardStack>
        <PermissionGate permission="import:write">
          <ImportDropZone />
        </PermissionGate>
        <DataList
          label={t('import.list.title')}
          list={{ ...list, query: listQuery, isFiltered: Boolean(listQuery.q) }}
          query={imports}
          columns={columns}
          getRowName={row => row.fileName}
          getRowLink={row => getRecordPath('import', row._id)}
          hasSearch={(imports.data?.meta.total ?? 0) > 10 || Boolean(listQuery.q)}
          empty={{
            can: 'import:write',
            drawing: emptyImportsDrawing,
            title: t('import.list.emptyTitle'),
            text: t('import.list.emptyText'),
            children: <CreateManuallyButton />,
          }}
        />
      </CardStack>
    </>
  )
}
ImportListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(importApi.list, {
      query: omitKind(parseListQuery(importApi.list.query, search, 'import')),
    }),
  )) satisfies Prefetch

function CreateManuallyButton() {
  const { t } = useTranslation()
  return (
    <PermissionGate permission="product:write">
      <Button component={Link} to="/apps/product/create" variant="default">
        {t('import.list.addManually')}
      </Button>
    </PermissionGate>
  )
}

function useImportColumns(): ListColumn<ImportRow>[] {
  const { t } = useTranslation()
  const format = useFormatters()
  return [
    {
      key: 'file',
      label: t('import.list.file'),
      render: row => (
        <EntityCell
          title={row.fileName}
          details={`${t(`import.kind.${row.kind}`)} · ${format.bytes(row.bytes)}`}
        />
      ),
    },
    {
      key: 'status',
      label: t('import.list.status'),
      width: 150,
      phonePosition: 'side',
      render: row => <ImportStatusBadge row={row} />,
    },
    {
      key: 'result',
      label: t('import.list.result'),
      minScreen: 'tablet',
      render: row => <ImportSummary row={row} />,
    },
    {
      key: 'by',
      label: t('import.list.importedBy'),
      width: 150,
      minScreen: 'desktop',
      phonePosition: 'none',
      render: row => format.text(row.createdBy),
    },
    {
      key: 'when',
      label: t('import.list.date'),
      width: 140,
      render: row => <RelativeTime time={row.createdAt} />,
    },
  ]
}

/** The results of an import in one line, planned or real. */
function ImportSummary({ row: { status, counts, progress, message } }: { row: ImportRow }) {
  const { t } = useTranslation()
  const format = useFormatters()
  if (isImportRunning(status)) return format.percent(progress)
  if (status === 'failed') return message
  const n = (count: number) => ({ n: format.number(count) })
  const isDone = status === 'done'
  const parts = [
    ...(counts.create
      ? [t(isDone ? 'import.summary.create' : 'import.summary.toCreate', n(counts.create))]
      : []),
    ...(counts.update
      ? [t(isDone ? 'import.summary.update' : 'import.summary.toUpdate', n(counts.update))]
      : []),
    ...(counts.unchanged ? [t('import.summary.unchanged', n(counts.unchanged))] : []),
    ...(counts.skip ? [t('import.summary.skip', n(counts.skip))] : []),
  ]
  return parts.join(' · ') || '–'
}
