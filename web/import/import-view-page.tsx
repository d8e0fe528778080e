import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { type Import, importApi } from '#contract/import.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import { useFormat } from '../lib/format.ts'
import type { Warm } from '../lib/navigation/intent.ts'
import { Can } from '../lib/session/can.tsx'
import { Cards, EditColumns } from '../ui/form/edit-form.tsx'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import { Loaded } from '../ui/page/loaded.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { StatusBadge } from '../ui/page/status-badge.tsx'
import { ImportItemCard } from './import-item-card.tsx'
import { ImportMappingCard } from './import-mapping-card.tsx'
import { ImportNotice } from './import-notice.tsx'
import { ImportPictureCard } from './import-picture-card.tsx'
import { ImportProblemCard } from './import-problem-card.tsx'
import { ImportSteps } from './import-steps.tsx'
import { ImportTiles } from './import-tiles.tsx'
import { isBusy, statusTones } from './import-words.ts'

/** One import from its upload to its report. What runs, runs on the server: the page only looks, once a second. */
export function ImportViewPage() {
  const { id = '' } = useParams()
  const found = useQuery({
    ...queryOf(importApi.get, { params: { id } }),
    refetchInterval: ({ state }) =>
      state.data && (isBusy(state.data.status) || state.data.pictures.isFetching) ? 1000 : false,
  })
  useFreshness(found.data)
  return <Loaded query={found}>{one => <ImportView one={one} />}</Loaded>
}
ImportViewPage.warm = (({ client, id }) =>
  client.prefetchQuery(queryOf(importApi.get, { params: { id } }))) satisfies Warm

/** When a job ends, what it made is read anew wherever it is shown. */
function useFreshness(one: Import | undefined) {
  const client = useQueryClient()
  const state = one && `${one.status} ${one.pictures.isFetching}`
  const before = useRef(state)
  useEffect(
    function readAnew() {
      if (before.current !== undefined && before.current !== state) {
        const stale = ['product', 'order', 'category', 'customer', 'dashboard']
        void client.invalidateQueries({
          predicate: ({ queryKey: [feature, name] }) =>
            (feature === importApi.listItems.feature && name !== importApi.get.name) ||
            stale.includes(String(feature)),
        })
      }
      before.current = state
    },
    [client, state],
  )
}

function ImportView({ one }: { one: Import }) {
  const { t } = useTranslation()
  const format = useFormat()
  const about = t('import.about', {
    kind: t(`import.kind.${one.kind}`),
    format: t(`import.format.${one.format || 'unknown'}`),
  })
  const isRead = one.columns.length > 0
  return (
    <>
      <PageHeader
        title={one.fileName}
        back={{ to: '/apps/import', label: t('import.list.title') }}
        badges={
          <StatusBadge tone={statusTones[one.status]} label={t(`import.status.${one.status}`)} />
        }
        subtitle={[
          about,
          ...(one.rowCount ? [t('import.rows', { count: one.rowCount })] : []),
          format.bytes(one.bytes),
          format.dateTime(one.createdAt),
        ].join(' · ')}
      >
        <Can do="import:write">
          <Actions one={one} />
        </Can>
      </PageHeader>
      <Cards>
        <ImportSteps status={one.status} wasStarted={one.startedAt !== null} />
        <ImportNotice one={one} />
        {isRead && one.status !== 'planning' && <ImportTiles one={one} />}
        {one.pictures.waiting + one.pictures.failed + one.pictures.ready > 0 && (
          <ImportPictureCard one={one} />
        )}
        {isRead && one.status !== 'planning' && <ImportItemCard one={one} />}
        {isRead && (
          <EditColumns side={<ImportMappingCard columns={one.columns} />}>
            <ImportProblemCard one={one} />
          </EditColumns>
        )}
      </Cards>
    </>
  )
}

function Actions({ one }: { one: Import }) {
  const { t } = useTranslation()
  const start = useSend(importApi.start)
  const cancel = useSend(importApi.cancel)
  const [isAsking, setAsking] = useState(false)
  const { _id: id, status, kind, counts } = one
  const todo = counts.create + counts.update
  const wasChecked = counts.create + counts.update + counts.unchanged + counts.skip > 0
  const run = () => start.mutate({ params: { id } })
  return (
    <>
      {(isBusy(status) || status === 'planned') && (
        <Button
          variant="default"
          loading={cancel.isPending}
          onClick={() =>
            status === 'running' ? setAsking(true) : cancel.mutate({ params: { id } })
          }
        >
          {t(status === 'running' ? 'import.cancel.stop' : 'import.cancel.do')}
        </Button>
      )}
      {status === 'planned' && todo > 0 && (
        <Button loading={start.isPending} onClick={run}>
          {t(`import.start.${kind}`, { count: todo })}
        </Button>
      )}
      {(status === 'cancelled' || status === 'failed') && wasChecked && (
        <Button loading={start.isPending} onClick={run}>
          {t('import.start.again')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking && status === 'running'}
        title={t('import.cancel.title')}
        action={t('import.cancel.stop')}
        isDangerous
        isBusy={cancel.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => cancel.mutate({ params: { id } }, { onSettled: () => setAsking(false) })}
      >
        {t('import.cancel.text')}
      </ConfirmDialog>
    </>
  )
}
