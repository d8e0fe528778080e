import { ActionIcon, Button, Menu, Popover } from '@mantine/core'
import { IconBookmarkPlus, IconChevronDown, IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { viewApi } from '#contract/staff/view.ts'
import { useRouteMutation } from '../../lib/call/api.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import css from '../table/data-list.module.css'
import type { AnyListState } from '../use-list-state.ts'
import type { ListViewsState } from './use-list-views.ts'

const ListColumns = lazy(() =>
  import('../table/list-columns.tsx').then(({ ListColumns: Component }) => ({
    default: Component,
  })),
)
const ViewDialog = lazy(() =>
  import('./view-dialog.tsx').then(({ ViewDialog: Component }) => ({ default: Component })),
)

export type ArrangeableColumn = { key: string; label: string; isOptional?: boolean }
type Props = { list: AnyListState; views: ListViewsState; columns: readonly ArrangeableColumn[] }

/** The end of the toolbar: a button that saves the current view, and the column panel. */
export function ListViewControls({ list, views, columns }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={css.viewControls}>
      {views.isChanged && <SaveViewButton list={list} views={views} />}
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        returnFocus
        withRoles={false}
      >
        <Popover.Target>
          <ActionIcon
            variant="default"
            size={30}
            className={css.columnsButton}
            aria-label={t('ui.columns.title')}
            title={t('ui.columns.title')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <IconColumns3 size={16} stroke={1.75} />
          </ActionIcon>
        </Popover.Target>
        <Popover.Dropdown role="dialog" aria-label={t('ui.columns.title')} p={0}>
          <Suspense fallback={<div className={css.columnsFallback} />}>
            <ListColumns
              columns={columns}
              layout={views.layout}
              onLayoutChange={views.saveLayout}
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </span>
  )
}

function SaveViewButton({ list, views: { name, selectedView, layout } }: Omit<Props, 'columns'>) {
  const { t } = useTranslation()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const update = useRouteMutation(viewApi.update)
  const canWrite = usePermission(`${name}:write`)
  const icon = <IconBookmarkPlus size={15} stroke={1.75} aria-hidden />
  return (
    <>
      {selectedView && (selectedView.isOwn || canWrite) ? (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              variant="light"
              size="compact-sm"
              leftSection={icon}
              rightSection={<IconChevronDown size={14} />}
              loading={update.isPending}
            >
              {t('ui.view.save')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item
              onClick={() =>
                update.mutate({
                  params: { id: selectedView._id },
                  body: {
                    query: list.currentParams,
                    columns: layout.columns,
                    density: layout.density,
                  },
                })
              }
            >
              {t('ui.view.saveTo', { name: selectedView.name })}
            </Menu.Item>
            <Menu.Item onClick={() => setDialogOpen(true)}>{t('ui.view.saveNew')}</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => list.openView(selectedView.query, selectedView._id)}>
              {t('ui.view.discard')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button
          variant="light"
          size="compact-sm"
          leftSection={icon}
          onClick={() => setDialogOpen(true)}
        >
          {t('ui.view.save')}
        </Button>
      )}
      {isDialogOpen && (
        <Suspense>
          <ViewDialog
            list={name}
            onClose={() => setDialogOpen(false)}
            onSaved={view => list.openView(view.query, view._id)}
            content={{
              query: list.currentParams,
              columns: layout.columns,
              density: layout.density,
            }}
          />
        </Suspense>
      )}
    </>
  )
}
