import { createScopedKeydownHandler, UnstyledButton, useDirection } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormatters } from '../../lib/formatters.ts'
import css from '../table/data-list.module.css'
import type { AnyListState } from '../use-list-state.ts'
import { useListViews } from './use-list-views.ts'
import { ViewMenu } from './view-menu.tsx'

export type CountTabsProps<T extends string> = {
  list: AnyListState
  label: string
  /** The values of the filter. The first tab, `all`, sets none of them. */
  values?: readonly T[]
  getLabel?: (value: T | 'all') => string
  counts?: Record<T | 'all', number> | undefined
}

/**
 * Tabs that set a filter, with the number of rows of each, followed by the saved views. A list
 * without tabs shows one tab for all rows as soon as it has views. They are one stop of the Tab key, between
 * which the arrow keys move.
 */
export function CountTabs<T extends string>({
  list,
  label,
  values = [],
  getLabel,
  counts,
}: CountTabsProps<T>) {
  const { t } = useTranslation()
  const format = useFormatters()
  const views = useListViews(list)
  const { selectedView } = views
  const currentValue = list.tab === undefined ? undefined : list.currentParams[list.tab]
  const tabsRef = useRef<HTMLDivElement>(null)
  const selectedTab = selectedView?._id ?? currentValue ?? 'all'
  const [focusedTab, setFocusedTab] = useState<string>()
  const tabs = ['all', ...values, ...views.views.map(({ _id }) => _id)]
  const tabStop = [focusedTab, selectedTab].find(id => id && tabs.includes(id)) ?? 'all'
  useScrollToSelectedTab(tabsRef, selectedTab, counts !== undefined)
  const moveFocus = createScopedKeydownHandler({
    parentSelector: '[role="toolbar"]',
    siblingSelector: `.${css.tab}`,
    orientation: 'horizontal',
    dir: useDirection().dir,
  })
  if (values.length === 0 && views.views.length === 0) return null
  // In a view, a tab resets the list first. Otherwise it changes only its filter.
  const selectTab = (value: string | undefined) =>
    selectedView || list.tab === undefined
      ? list.openView(list.tab && value ? { [list.tab]: value } : {})
      : list.setParam(list.tab, value)
  return (
    <div
      ref={tabsRef}
      className={css.tabs}
      role="toolbar"
      aria-label={label}
      onBlur={({ currentTarget, relatedTarget }) =>
        currentTarget.contains(relatedTarget) || setFocusedTab(undefined)
      }
    >
      {(['all', ...values] as const).map(tab => {
        const value = tab === 'all' ? undefined : tab
        return (
          <UnstyledButton
            key={tab}
            className={css.tab}
            aria-pressed={!selectedView && currentValue === value}
            tabIndex={tab === tabStop ? 0 : -1}
            onClick={() => selectTab(value)}
            onFocus={() => setFocusedTab(tab)}
            onKeyDown={moveFocus}
          >
            {getLabel ? getLabel(tab) : t('ui.view.all')}
            {counts && <span className={css.tabCount}>{format.number(counts[tab])}</span>}
          </UnstyledButton>
        )
      })}
      {views.views.map(view => (
        <span
          key={view._id}
          className={css.viewTab}
          data-selected={view === selectedView || undefined}
        >
          <UnstyledButton
            className={css.tab}
            aria-pressed={view === selectedView}
            tabIndex={view._id === tabStop ? 0 : -1}
            onClick={() => list.openView(view.query, view._id)}
            onFocus={() => setFocusedTab(view._id)}
            onKeyDown={moveFocus}
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

/** Scrolls the row to its selected tab, again once the counts make it longer. The page stays where it is. */
function useScrollToSelectedTab(
  tabsRef: RefObject<HTMLDivElement | null>,
  selectedTab: unknown,
  hasCounts: boolean,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the position depends on both values.
  useEffect(() => {
    const tabs = tabsRef.current
    const tab = tabs?.querySelector('[aria-pressed="true"]')
    if (!tabs || !tab) return
    const [row, box] = [tabs.getBoundingClientRect(), tab.getBoundingClientRect()]
    tabs.scrollLeft += (box.left + box.right - row.left - row.right) / 2
  }, [tabsRef, selectedTab, hasCounts])
}
