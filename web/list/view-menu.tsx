import { Menu, UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type View, viewApi } from '#contract/view.ts'
import { useSend } from '../lib/call/api.ts'
import { useCan } from '../lib/session/can.tsx'
import { ConfirmDialog } from '../ui/page/confirm-dialog.tsx'
import css from './data-list.module.css'
import type { ListViewsState } from './use-list-views.ts'

const ViewDialog = lazy(() =>
  import('./view-dialog.tsx').then(({ ViewDialog: Component }) => ({ default: Component })),
)

type Props = { view: View; views: ListViewsState; onGone: () => void }

/** What can be done with the view that is open. */
export function ViewMenu({ view, views: { name, views, defaultView }, onGone }: Props) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<'rename' | 'delete'>()
  const mayWrite = useCan(`${name}:write`)
  const update = useSend(viewApi.update, { quiet: true })
  const remove = useSend(viewApi.delete)
  const keepDefault = useSend(viewApi.saveDefaultView, { quiet: true })
  const isDefault = defaultView === view._id
  const mayChange = view.isOwn || mayWrite
  const at = views.findIndex(({ _id }) => _id === view._id)
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
          {mayChange && (
            <Menu.Item onClick={() => setAsked('rename')}>{t('ui.view.rename')}</Menu.Item>
          )}
          {mayWrite && view.isOwn && (
            <Menu.Item onClick={() => change({ isShared: !view.isShared })}>
              {t(view.isShared ? 'ui.view.unshare' : 'ui.view.shareNow')}
            </Menu.Item>
          )}
          <Menu.Item
            onClick={() =>
              keepDefault.mutate({ body: { list: name, view: isDefault ? null : view._id } })
            }
          >
            {t(isDefault ? 'ui.view.noDefault' : 'ui.view.asDefault')}
          </Menu.Item>
          {mayChange && (
            <>
              <Menu.Item disabled={at <= 0} onClick={() => change({ position: at - 1 })}>
                {t('ui.view.earlier')}
              </Menu.Item>
              <Menu.Item
                disabled={at === views.length - 1}
                onClick={() => change({ position: at + 1 })}
              >
                {t('ui.view.later')}
              </Menu.Item>
              <Menu.Divider />
              <Menu.Item color="red" onClick={() => setAsked('delete')}>
                {t('ui.view.delete')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {asked === 'rename' && (
        <Suspense>
          <ViewDialog list={name} view={view} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={asked === 'delete'}
        title={t('ui.view.deleteTitle', { name: view.name })}
        action={t('ui.view.delete')}
        isDangerous
        isBusy={remove.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() =>
          remove.mutate(
            { params: { id: view._id } },
            { onSuccess: onGone, onSettled: () => setAsked(undefined) },
          )
        }
      >
        {t(view.isShared ? 'ui.view.deleteShared' : 'ui.view.deleteText')}
      </ConfirmDialog>
    </>
  )
}
