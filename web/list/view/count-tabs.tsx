import { UnstyledButton } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../../lib/formatters.ts'
import css from '../table/data-list.module.css'
import type { AnyListState } from '../use-list-state.ts'
import { useListViews } from './use-list-views.ts'
import { ViewMenu } from './view-menu.tsx'

type Tab = { value: string | undefined; label: string; count?: number | undefined }

/**
 * Tabs that set a filter, with the number of rows of each, followed by the saved views. A list
 * without tabs shows one tab for all rows as soon as it has views.
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
  const format = useFormatters()
  const views = useListViews(list)
  const { selectedView } = views
  const currentValue = list.tab === undefined ? undefined : list.currentParams[list.tab]
  const tabItems = tabs.length > 0 ? tabs : [{ value: undefined, label: t('ui.view.all') }]
  if (tabs.length === 0 && views.views.length === 0) return null
  // In a view, a tab resets the list first. Otherwise it changes only its filter.
  const selectTab = (value: string | undefined) =>
    selectedView || list.tab === undefined
      ? list.openView(list.tab && value ? { [list.tab]: value } : {})
      : list.setParam(list.tab, value)
  return (
    <div className={css.tabs} role="group" aria-label={label}>
      {tabItems.map(({ value, label: tabLabel, count }) => (
        <UnstyledButton
          key={value ?? ''}
          className={css.tab}
          aria-pressed={!selectedView && currentValue === value}
          onClick={() => selectTab(value)}
        >
          {tabLabel}
          {count !== undefined && <span className={css.tabCount}>{format.number(count)}</span>}
        </UnstyledButton>
      ))}
      {views.views.map(view => (
        <span
          key={view._id}
          className={css.viewTab}
          data-selected={view === selectedView || undefined}
        >
          <UnstyledButton
            className={css.tab}
            aria-pressed={view === selectedView}
            onClick={() => list.openView(view.query, view._id)}
          >
            <span className={css.tabName}>{view.name}</span>
            {view.isShared && (
              <IconUsers size={13} stroke={1.75} role="img" aria-label={t('ui.view.shared')} />
            )}
          </UnstyledButton>
          {view === selectedView && (
            <ViewMenu view={view} views={views} onDeleted={() => list.openView({})} />
          )}
        </span>
      ))}
    </div>
  )
}
