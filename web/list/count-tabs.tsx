import { UnstyledButton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../lib/format.ts'
import css from './data-list.module.css'
import type { AnyListState } from './use-list-state.ts'
import { useListViews } from './use-list-views.ts'
import { ViewMenu } from './view-menu.tsx'

type Tab = { value: string | undefined; label: string; count?: number | undefined }

/**
 * The list cut by the filter of its tabs, with how many there are of each, and the views that were saved of it. A list
 * without tabs of its own shows one for all rows, once there are views beside it.
 */
export function CountTabs({
  list,
  tabs = [],
  label,
}: {
  list: AnyListState
  tabs?: readonly Tab[]
  label: string
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const views = useListViews(list)
  const { chosen } = views
  const now = list.tab === undefined ? undefined : list.now[list.tab]
  const builtIn = tabs.length > 0 ? tabs : [{ value: undefined, label: t('ui.view.all') }]
  if (tabs.length === 0 && views.views.length === 0) return null
  // From a view a tab leads back to the whole list; otherwise it only exchanges its own filter.
  const show = (value: string | undefined) =>
    chosen || list.tab === undefined
      ? list.open(list.tab && value ? { [list.tab]: value } : {})
      : list.setOne(list.tab, value)
  return (
    <div className={css.tabs} role="group" aria-label={label}>
      {builtIn.map(({ value, label: words, count }) => (
        <UnstyledButton
          key={value ?? ''}
          className={css.tab}
          aria-pressed={!chosen && now === value}
          onClick={() => show(value)}
        >
          {words}
          {count !== undefined && <span className={css.tabCount}>{format.number(count)}</span>}
        </UnstyledButton>
      ))}
      {views.views.map(view => (
        <span key={view._id} className={css.tabPair} data-chosen={view === chosen || undefined}>
          <UnstyledButton
            className={css.tab}
            aria-pressed={view === chosen}
            onClick={() => list.open(view.query, view._id)}
          >
            <span className={css.tabName}>{view.name}</span>
            {view.isShared && (
              <IconUsers size={13} stroke={1.75} role="img" aria-label={t('ui.view.shared')} />
            )}
          </UnstyledButton>
          {view === chosen && <ViewMenu view={view} views={views} onGone={() => list.open({})} />}
        </span>
      ))}
    </div>
  )
}
