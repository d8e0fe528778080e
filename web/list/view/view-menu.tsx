import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type View, viewApi } from '#contract/staff/view.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import css from '../table/data-list.module.css'
import type { ListViewsState } from './use-list-views.ts'

const ViewDialog = lazy(() =>
  import('./view-dialog.tsx').then(({ ViewDialog: Component }) => ({ default: Component })),
)

type Props = { view: View; views: ListViewsState; onDeleted: () => void }

/** The menu with the actions of the open view. */
export function ViewMenu({ view, views: { name, views, defaultView }, onDeleted }: Props) {
  const { t } = useTranslation()
  const [openDialog, setOpenDialog] = useState<'rename' | 'delete'>()
  const canWrite = usePermission(`${name}:write`)
  const update = useRouteMutation(viewApi.update, { isSilent: true })
  const remove = useRouteMutation(viewApi.delete)
  const setDefaultView = useRouteMutation(viewApi.saveDefaultView, { isSilent: true })
  const isDefault = defaultView === view._id
  const canEdit = view.isOwn || canWrite
  const index = views.findIndex(({ _id }) => _id === view._id)
  const change = (body: { position?: number; isShared?: boolean }) =>
    update.mutate({ params: { id: view._id }, body })
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <UnstyledButton
            className={css.tabMenu}
            aria-label={t('ui.view.actions', { name: view.name })}
          >
            <IconChevronDown size={14} stroke={2} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {canEdit && (
            <Menu.Item onClick={() => setOpenDialog('rename')}>{t('ui.view.rename')}</Menu.Item>
          )}
          {canWrite && view.isOwn && (
            <Menu.Item onClick={() => change({ isShared: !view.isShared })}>
              {t(view.isShared ? 'ui.view.unshare' : 'ui.view.shareNow')}
            </Menu.Item>
          )}
          <Menu.Item
            onClick={() =>
              setDefaultView.mutate({ body: { list: name, view: isDefault ? null : view._id } })
            }
          >
            {t(isDefault ? 'ui.view.removeDefault' : 'ui.view.setDefault')}
          </Menu.Item>
          {canEdit && (
            <>
              <Menu.Item disabled={index <= 0} onClick={() => change({ position: index - 1 })}>
                {t('ui.view.moveEarlier')}
              </Menu.Item>
              <Menu.Item
                disabled={index === views.length - 1}
                onClick={() => change({ position: index + 1 })}
              >
                {t('ui.view.moveLater')}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" onClick={() => setOpenDialog('delete')}>
                {t('ui.view.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {openDialog === 'rename' && (
        <Suspense>
          <ViewDialog list={name} view={view} onClose={() => setOpenDialog(undefined)} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={openDialog === 'delete'}
        title={t('ui.view.deleteTitle', { name: view.name })}
        confirmLabel={t('ui.view.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setOpenDialog(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { id: view._id } },
            { onSuccess: onDeleted, onSettled: () => setOpenDialog(undefined) },
          )
        }
      >
        {t(view.isShared ? 'ui.view.deleteShared' : 'ui.view.deleteText')}
      </ConfirmDialog>
    </>
  )
}
