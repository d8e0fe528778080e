import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { type Redirect, RedirectKind, redirectApi } from '#contract/cms/redirect.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { FormGate, PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { ListPage } from '../list/list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import { Drawing } from '../ui/art/drawing.tsx'
import emptyContentDrawing from '../ui/art/empty-content.svg?raw'
import { EmptyState } from '../ui/message/empty-state.tsx'
import { AddButton } from '../ui/page/add-button.tsx'
import { RedirectBulkActions } from './redirect-bulk-actions.tsx'
import { useRedirectColumns } from './redirect-columns.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectImportDialog } from './redirect-import-dialog.tsx'

const redirectList = { route: redirectApi.list, name: 'redirect' } as const

/** Lists where old links of the store lead. */
export function RedirectListPage() {
  const { t } = useTranslation()
  const redirects = useList(redirectList)
  const canWrite = usePermission('cms:write')
  const dialog = useDialogParam('edit')
  const buttons = (
    <>
      <PermissionGate permission="cms:write">
        <Button
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.75} />}
          onClick={() => dialog.open('import')}
        >
          {t('redirect.list.import')}
        </Button>
      </PermissionGate>
      <AddButton
        can="cms:write"
        label={t('redirect.list.add')}
        onClick={() => dialog.open('new')}
      />
    </>
  )
  return (
    <ListPage
      {...redirects}
      title={t('redirect.list.title')}
      subtitle={t('redirect.list.subtitle')}
      back={{ to: '/apps/cms', label: t('shell.menu.content') }}
      buttons={buttons}
      columns={useRedirectColumns()}
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
    >
      <OpenDialog
        name={dialog.value}
        redirect={redirects.query.data?.items.find(({ _id }) => _id === dialog.value)}
        onClose={dialog.close}
      />
    </ListPage>
  )
}
RedirectListPage.prefetch = prefetchList(redirectList)

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
