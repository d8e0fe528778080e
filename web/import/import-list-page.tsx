import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { ImportFilter, type ImportRow, importApi } from '#contract/import/import.ts'
import { useFormatters } from '../lib/formatters.ts'
import { getRecordPath } from '../lib/navigation/record-paths.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { ListPage } from '../list/list-page.tsx'
import type { ListColumn } from '../list/table/data-table.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import emptyImportsDrawing from '../ui/art/empty-imports.svg?raw'
import { RelativeTime } from '../ui/date/relative-time.tsx'
import { EntityCell } from '../ui/page/entity-cell.tsx'
import { LinkButton } from '../ui/page/link-button.tsx'
import css from './import.module.css'
import { ImportDropZone } from './import-drop-zone.tsx'
import { isImportRunning } from './import-labels.ts'
import { ImportStatusBadge } from './import-status-badge.tsx'

// The kind in the URL is the kind of the next upload. The list shows imports of every kind.
const importList = { route: { ...importApi.list, query: ImportFilter }, name: 'import' } as const

export function ImportListPage() {
  const { t } = useTranslation()
  const imports = useList(importList, {
    refetchInterval: ({ state }) =>
      state.data?.items.some(row => isImportRunning(row.status)) ? 1500 : false,
  })
  const { list, query } = imports
  const [params] = useSearchParams()
  return (
    <ListPage
      {...imports}
      title={t('import.list.title')}
      subtitle={t('import.list.subtitle')}
      top={
        <PermissionGate permission="import:write">
          <div className={css.upload}>
            <ImportDropZone />
          </div>
        </PermissionGate>
      }
      columns={useImportColumns()}
      getRowName={row => row.fileName}
      getRowLink={row => getRecordPath('import', row._id)}
      hasSearch={(query.data?.meta.total ?? 0) > 10 || list.isFiltered}
      empty={{
        can: 'import:write',
        drawing: emptyImportsDrawing,
        title: t('import.list.emptyTitle'),
        text: t('import.list.emptyText'),
        children: (params.get('kind') ?? 'products') === 'products' && (
          <LinkButton
            can="product:write"
            to="/apps/product/create"
            label={t('import.list.addManually')}
          />
        ),
      }}
    />
  )
}
ImportListPage.prefetch = prefetchList(importList)

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
