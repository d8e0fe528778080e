import { Alert, Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type Import, type ImportOptions, importApi } from '#contract/import/import.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { useFormatters } from '../lib/formatters.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { PermissionGate } from '../lib/session/permission-gate.tsx'
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx'
import { CardStack, EditColumns } from '../ui/form/edit-form.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { QueryBoundary } from '../ui/page/query-boundary.tsx'
import { ImportColumnsCard } from './import-columns-card.tsx'
import { canChooseEncoding, ImportEncodingCard } from './import-encoding-card.tsx'
import { ImportImageCard } from './import-image-card.tsx'
import { ImportItemCard } from './import-item-card.tsx'
import { isImportRunning, problemCardId } from './import-labels.ts'
import { ImportMatchCard } from './import-match-card.tsx'
import { ImportMissingFields } from './import-missing-fields.tsx'
import { ImportNewCategories } from './import-new-categories.tsx'
import { getImportOptions, ImportOptionsCard } from './import-options-card.tsx'
import { ImportProblemCard } from './import-problem-card.tsx'
import { ImportStatusBadge } from './import-status-badge.tsx'
import { ImportStatusBanner } from './import-status-banner.tsx'
import { ImportSteps } from './import-steps.tsx'
import { ImportTiles } from './import-tiles.tsx'

/**
 * One import from its upload to its report. The server runs the import; the page polls it every
 * second.
 */
export function ImportViewPage() {
  const { id = '' } = useParams()
  const importQuery = useQuery({
    ...queryOptionsFor(importApi.get, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data && (isImportRunning(state.data.status) || state.data.images.isFetching)
        ? 1000
        : false,
  })
  useInvalidateOnFinish(importQuery.data)
  return (
    <QueryBoundary query={importQuery}>
      {importJob => <ImportView importJob={importJob} />}
    </QueryBoundary>
  )
}
ImportViewPage.prefetch = (({ client, id }) =>
  client.prefetchQuery(queryOptionsFor(importApi.get, { params: { id } }))) satisfies Prefetch

/** Invalidates the cached products and orders when a job of the import ends. */
function useInvalidateOnFinish(importJob: Import | undefined) {
  const client = useQueryClient()
  const state = importJob && `${importJob.status} ${importJob.images.isFetching}`
  const previousState = useRef(state)
  useEffect(
    function invalidateStaleQueries() {
      if (previousState.current !== undefined && previousState.current !== state) {
        const staleFeatures = ['product', 'order', 'category', 'customer', 'dashboard']
        void client.invalidateQueries({
          predicate: ({ queryKey: [feature, name] }) =>
            (feature === importApi.listItems.feature && name !== importApi.get.name) ||
            staleFeatures.includes(String(feature)),
        })
      }
      previousState.current = state
    },
    [client, state],
  )
}

function ImportView({ importJob }: { importJob: Import }) {
  const { t } = useTranslation()
  const [isChangingColumns, setChangingColumns] = useState(false)
  const format = useFormatters()
  const description = t('import.title', {
    kind: t(`import.kind.${importJob.kind}`),
    format: t(`import.format.${importJob.format || 'unknown'}`),
  })
  const isSpreadsheet = importJob.kind !== 'orders' && importJob.format === 'spreadsheet'
  const isParsed = importJob.columns.length > 0 && importJob.status !== 'matching'
  const [chosenOptions, setChosenOptions] = useState<ImportOptions>({})
  const options = { ...getImportOptions(importJob), ...chosenOptions }
  return (
    <>
      <PageHeader
        title={importJob.fileName}
        back={{ to: '/apps/import', label: t('import.list.title') }}
        badges={<ImportStatusBadge row={importJob} />}
        subtitle={[
          description,
          ...(importJob.rowCount ? [t('import.rows', { count: importJob.rowCount })] : []),
          format.bytes(importJob.bytes),
          format.dateTime(importJob.createdAt),
        ].join(' · ')}
      >
        <PermissionGate permission="import:write">
          <ImportActions importJob={importJob} options={options} />
        </PermissionGate>
      </PageHeader>
      <CardStack>
        <ImportSteps
          status={importJob.status}
          wasStarted={importJob.startedAt !== null}
          hasMatching={isSpreadsheet}
        />
        <ImportStatusBanner importJob={importJob} />
        <PermissionGate permission="import:write">
          {canChooseEncoding(importJob) && <ImportEncodingCard importJob={importJob} />}
          {importJob.status === 'matching' && <ImportMatchCard importJob={importJob} />}
          {importJob.status === 'planned' && isChangingColumns && (
            <ImportMatchCard importJob={importJob} onClose={() => setChangingColumns(false)} />
          )}
        </PermissionGate>
        {isParsed && importJob.status !== 'planning' && <ImportTiles importJob={importJob} />}
        {importJob.status === 'planned' && (
          <ImportMissingFields
            kind={importJob.kind}
            fields={importJob.columns.map(({ field }) => field)}
          />
        )}
        {isSpreadsheet && createsDrafts(importJob) && (
          <Alert color="gray">{t('import.draftNote')}</Alert>
        )}
        <ImportNewCategories importJob={importJob} options={options} />
        {hasOptions(importJob, options) && (
          <ImportOptionsCard options={options} onChange={setChosenOptions} />
        )}
        {importJob.images.waiting + importJob.images.failed + importJob.images.ready > 0 && (
          <ImportImageCard importJob={importJob} />
        )}
        {isParsed && importJob.status !== 'planning' && <ImportItemCard importJob={importJob} />}
        {isParsed && (
          <EditColumns
            sidebar={
              <ImportColumnsCard
                columns={importJob.columns}
                onChange={
                  isSpreadsheet && importJob.status === 'planned'
                    ? () => setChangingColumns(true)
                    : undefined
                }
              />
            }
          >
            <div id={problemCardId}>
              <ImportProblemCard importJob={importJob} />
            </div>
          </EditColumns>
        )}
      </CardStack>
    </>
  )
}

/** A resumed import asks again for the URL of the images that are still missing. */
const hasOptions = ({ status }: Import, options: ImportOptions) =>
  status === 'planned'
    ? Object.keys(options).length > 0
    : options.imageBaseUrl !== undefined && (status === 'cancelled' || status === 'failed')

/** Products are drafts unless the file or the user sets another status. */
const createsDrafts = ({ kind, status, counts, columns }: Import) =>
  kind === 'products' &&
  status === 'planned' &&
  counts.create > 0 &&
  !columns.some(({ field }) => field === 'status')

function ImportActions({ importJob, options }: { importJob: Import; options: ImportOptions }) {
  const { t } = useTranslation()
  const start = useRouteMutation(importApi.start)
  const cancel = useRouteMutation(importApi.cancel)
  const [isConfirmOpen, setConfirmOpen] = useState(false)
  const { _id: id, status, kind, counts } = importJob
  // Images that need the URL of the old store are not in the plan.
  const pendingCount = counts.create + counts.update + (options.imageBaseUrl ? counts.unchanged : 0)
  const wasChecked = counts.create + counts.update + counts.unchanged + counts.skip > 0
  const startImport = () => start.mutate({ params: { id }, body: options })
  return (
    <>
      {(isImportRunning(status) || status === 'planned' || status === 'matching') && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() =>
            status === 'running' ? setConfirmOpen(true) : cancel.mutate({ params: { id } })
          }
        >
          {t(status === 'running' ? 'import.cancel.stop' : 'import.cancel.action')}
        </Button>
      )}
      {status === 'planned' && pendingCount > 0 && (
        <Button loading={start.isPending} onClick={startImport}>
          {t(`import.start.${kind}`, { count: pendingCount })}
        </Button>
      )}
      {(status === 'cancelled' || status === 'failed') && wasChecked && (
        <Button loading={start.isPending} onClick={startImport}>
          {t('import.start.resume')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirmOpen && status === 'running'}
        title={t('import.cancel.title')}
        confirmLabel={t('import.cancel.stop')}
        isDangerous
        isBusy={cancel.isPending}
        onClose={() => setConfirmOpen(false)}
        onConfirm={() =>
          cancel.mutate({ params: { id } }, { onSettled: () => setConfirmOpen(false) })
        }
      >
        {t('import.cancel.text')}
      </ConfirmDialog>
    </>
  )
}
