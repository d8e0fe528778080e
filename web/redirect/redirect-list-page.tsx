import { Button } from '@mantine/core'
import { IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { type Redirect, RedirectKind, redirectApi } from '#contract/cms/redirect.ts'
import { queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import { FormGate, PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { DataList } from '../list/table/data-list.tsx'
import { parseListQuery, useListState } from '../list/use-list-state.ts'
import { Drawing } from '../ui/art/drawing.tsx'
import emptyContentDrawing from '../ui/art/empty-content.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'
import { RedirectBulkActions } from './redirect-bulk-actions.tsx'
import { useRedirectColumns } from './redirect-columns.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectImportDialog } from './redirect-import-dialog.tsx'

/** Lists where old links of the store lead. */
export function RedirectListPage() {
  const { t } = useTranslation()
  const list = useListState(redirectApi.list.query, 'redirect')
  const redirects = useQuery(queryOptionsFor(redirectApi.list, { query: list.query }))
  const columns = useRedirectColumns()
  const canWrite = usePermission('cms:write')
  const dialog = useRedirectDialog()
  const buttons = (
    <PermissionGate permission="cms:write">
      <Button
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.75} />}
        onClick={() => dialog.open('import')}
      >
        {t('redirect.list.import')}
      </Button>
      <Button leftSection={<IconPlus size={16} stroke={1.75} />} onClick={() => dialog.open('new')}>
        {t('redirect.list.add')}
      </Button>
    </PermissionGate>
  )
  return (
    <>
      <PageHeader
        title={t('redirect.list.title')}
        subtitle={t('redirect.list.subtitle')}
        back={{ to: '/apps/cms', label: t('shell.menu.content') }}
        count={redirects.data?.meta.total}
        isCountCapped={redirects.data?.meta.totalIsCapped}
      >
        {buttons}
      </PageHeader>
      <DataList
        label={t('redirect.list.title')}
        list={list}
        query={redirects}
        columns={columns}
        getRowName={row => row.path}
        {...(canWrite && {
          getRowLink: (row: Redirect) => dialog.getLink(row._id),
          renderBulkActions: selection => <RedirectBulkActions selection={selection} />,
        })}
        filters={[
          {
            key: 'kind',
            label: t('redirect.field.kind'),
            options: RedirectKind.options.map(value => ({
              value,
              label: t(`redirect.kind.${value}`),
            })),
          },
        ]}
        empty={
          <EmptyState
            can="cms:write"
            illustration={<Drawing svg={emptyContentDrawing} />}
            title={t('redirect.list.emptyTitle')}
            text={t('redirect.list.emptyText')}
          >
            {buttons}
          </EmptyState>
        }
      />
      <OpenDialog
        name={dialog.name}
        redirect={redirects.data?.items.find(({ _id }) => _id === dialog.name)}
        onClose={dialog.close}
      />
    </>
  )
}
RedirectListPage.prefetch = (({ client, search }) =>
  client.prefetchQuery(
    queryOptionsFor(redirectApi.list, {
      query: parseListQuery(redirectApi.list.query, search, 'redirect'),
    }),
  )) satisfies Prefetch

function OpenDialog({
  name,
  redirect,
  onClose,
}: {
  name: string | null
  redirect: Redirect | undefined
  onClose: () => void
}) {
  if (name !== 'import' && name !== 'new' && !redirect) return null
  return (
    <FormGate permission="cms:write">
      {name === 'import' ? (
        <RedirectImportDialog onClose={onClose} />
      ) : (
        <RedirectDialog redirect={redirect} onClose={onClose} />
      )}
    </FormGate>
  )
}

/** Keeps the open dialog in the URL: `?edit=new`, `?edit=import` or `?edit=<id>`. */
function useRedirectDialog() {
  const [params, setParams] = useSearchParams()
  const withEdit = (name: string | null) => {
    const next = new URLSearchParams(params)
    if (name === null) next.delete('edit')
    else next.set('edit', name)
    return next
  }
  const show = (name: string | null) => setParams(withEdit(name), { preventScrollReset: true })
  return {
    name: params.get('edit'),
    open: show,
    close: () => show(null),
    getLink: (id: string) => `?${withEdit(id)}`,
  }
}
