import { ActionIcon, Button, Menu, Popover } from '@mantine/core'
import { IconBookmarkPlus, IconChevronDown, IconColumns3 } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { viewApi } from '#contract/view.ts'
import { useSend } from '../lib/call/api.ts'
import { useCan } from '../lib/session/can.tsx'
import css from './data-list.module.css'
import type { AnyListState } from './use-list-state.ts'
import type { ListViewsState } from './use-list-views.ts'

const ListColumns = lazy(() =>
  import('./list-columns.tsx').then(({ ListColumns: Component }) => ({ default: Component })),
)
const ViewDialog = lazy(() =>
  import('./view-dialog.tsx').then(({ ViewDialog: Component }) => ({ default: Component })),
)

export type ArrangedColumn = { key: string; label: string; isExtra?: boolean }
type Props = { list: AnyListState; views: ListViewsState; columns: readonly ArrangedColumn[] }

/** At the end of a list's toolbar: what can be saved of the way it stands, and its columns. */
export function ListArrange({ list, views, columns }: Props) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <span className={css.arrange}>
      {views.isChanged && <SaveView list={list} views={views} />}
      <Popover
        opened={isOpen}
        onChange={setOpen}
        position="bottom-end"
        trapFocus
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
          <Suspense fallback={<div className={css.columnsWait} />}>
            <ListColumns columns={columns} layout={views.layout} onKeep={views.keep} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    </span>
  )
}

function SaveView({ list, views: { name, chosen, layout } }: Omit<Props, 'columns'>) {
  const { t } = useTranslation()
  const [isNaming, setNaming] = useState(false)
  const update = useSend(viewApi.update)
  const mayWrite = useCan(`${name}:write`)
  const icon = <IconBookmarkPlus size={15} stroke={1.75} aria-hidden />
  return (
    <>
      {chosen && (chosen.isOwn || mayWrite) ? (
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
                  params: { id: chosen._id },
                  body: { query: list.now, columns: layout.columns, density: layout.density },
                })
              }
            >
              {t('ui.view.saveTo', { name: chosen.name })}
            </Menu.Item>
            <Menu.Item onClick={() => setNaming(true)}>{t('ui.view.saveNew')}</Menu.Item>
            <Menu.Divider />
            <Menu.Item onClick={() => list.open(chosen.query, chosen._id)}>
              {t('ui.view.undo')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ) : (
        <Button
          variant="light"
          size="compact-sm"
          leftSection={icon}
          onClick={() => setNaming(true)}
        >
          {t('ui.view.save')}
        </Button>
      )}
      {isNaming && (
        <Suspense>
          <ViewDialog
            list={name}
            onClose={() => setNaming(false)}
            onSaved={view => list.open(view.query, view._id)}
            content={{ query: list.now, columns: layout.columns, density: layout.density }}
          />
        </Suspense>
      )}
    </>
  )
}
