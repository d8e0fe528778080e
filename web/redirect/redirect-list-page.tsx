import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { RedirectKind, redirectApi } from '#contract/cms/redirect.ts'
import { useDialogParam } from '../lib/navigation/use-dialog-param.ts'
import { FormGate, PermissionGate, usePermission } from '../lib/session/permission-gate.tsx'
import { toOptions } from '../lib/to-options.ts'
import { EditableListPage } from '../list/editable-list-page.tsx'
import { prefetchList, useList } from '../list/use-list.ts'
import emptyContentDrawing from '../ui/art/empty-content.svg?raw'
import { RedirectBulkActions } from './redirect-bulk-actions.tsx'
import { useRedirectColumns } from './redirect-columns.tsx'
import { RedirectDialog } from './redirect-dialog.tsx'
import { RedirectImportDialog } from './redirect-import-dialog.tsx'

const redirectList = { route: redirectApi.list, name: 'redirect' } as const

/** Lists where old links of the store lead. */
export function RedirectListPage() {
  const { t } = useTranslation()
  const canWrite = usePermission('cms:write')
  const dialog = useDialogParam('edit')
  const importButton = (
    <PermissionGate permission="cms:write">
      <Button
        variant="default"
        leftSection={<IconUpload size={16} stroke={1.75} />}
        onClick={() => dialog.open('import')}
      >
        {t('redirect.list.import')}
      </Button>
    </PermissionGate>
  )
  return (
    <EditableListPage
      {...useList(redirectList)}
      title={t('redirect.list.title')}
      subtitle={t('redirect.list.subtitle')}
      back={{ to: '/apps/cms', label: t('shell.menu.content') }}
      can="cms:write"
      addLabel={t('redirect.list.add')}
      Form={RedirectDialog}
      buttons={importButton}
      columns={useRedirectColumns()}
      getRowName={row => row.path}
      {...(canWrite && {
        renderBulkActions: selection => <RedirectBulkActions selection={selection} />,
      })}
      filters={[
        {
          key: 'kind',
          label: t('redirect.field.kind'),
          options: toOptions(RedirectKind.options, value => t(`redirect.kind.${value}`)),
        },
      ]}
      empty={{
        drawing: emptyContentDrawing,
        title: t('redirect.list.emptyTitle'),
        text: t('redirect.list.emptyText'),
        children: importButton,
      }}
    >
      {dialog.value === 'import' && (
        <FormGate permission="cms:write">
          <RedirectImportDialog onClose={dialog.close} />
        </FormGate>
      )}
    </EditableListPage>
  )
}
RedirectListPage.prefetch = prefetchList(redirectList)
