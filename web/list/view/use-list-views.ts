import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type ListLayout, type ListName, ListViews, viewApi } from '#contract/staff/view.ts'
import { queryOptionsFor, useRouteMutation } from '../../lib/call/api.ts'
import { usePermission } from '../../lib/session/permission-gate.tsx'
import { getSessionUser, getStoreId } from '../../lib/session/session.ts'
import { isSameJson, isSameQuery } from '../table/column-layout.ts'
import type { AnyListState } from '../use-list-state.ts'

const emptyViews: ListViews = { views: [], layouts: [], defaultView: null }
type LayoutValues = Omit<ListLayout, 'view'>
/**
 * Receives the newest layout, because several changes can happen before the next render. Returns
 * undefined to change nothing.
 */
export type LayoutUpdate = (layout: LayoutValues) => Partial<LayoutValues> | undefined
export const defaultLayout: LayoutValues = { columns: null, density: null }

const storageKey = (name: ListName) => `list ${getStoreId()} ${getSessionUser()?._id} ${name}`

/** Returns the views from the last visit, which a list uses until the server replies. */
function loadCachedViews(name: ListName): ListViews | undefined {
  try {
    return ListViews.safeParse(JSON.parse(localStorage.getItem(storageKey(name)) ?? '')).data
  } catch {
    return undefined
  }
}

/** Returns the saved views of a list, the open view, and the layout that the user chose. */
export function useListViews(
  list: Pick<AnyListState, 'name' | 'tab' | 'currentParams' | 'viewId'>,
) {
  const { name = 'product' } = list
  const isEnabled = usePermission('business:read') && list.name !== undefined
  const listViews = useCachedViews(list.name, isEnabled)
  const { selectedView, layout, isLayoutChanged } = selectLayout(listViews, list.viewId)
  const saveLayout = useSaveLayout(name, list.viewId, isEnabled)
  // Without a view, the filter of a tab is not a change to save.
  const isFiltered = selectedView
    ? !isSameQuery(selectedView.query, list.currentParams)
    : Object.keys(list.currentParams).some(key => key !== list.tab)
  return {
    name,
    isEnabled,
    views: listViews.views,
    defaultView: listViews.defaultView,
    selectedView,
    layout,
    saveLayout,
    isChanged: isEnabled && (isFiltered || isLayoutChanged),
  }
}
export type ListViewsState = ReturnType<typeof useListViews>

const getViewsOptions = (name: ListName) => queryOptionsFor(viewApi.list, { query: { list: name } })

/** Loads the views of a list and stores them for the next visit. */
function useCachedViews(listName: ListName | undefined, isEnabled: boolean): ListViews {
  const name = listName ?? 'product'
  const { data, isFetchedAfterMount } = useQuery({
    ...getViewsOptions(name),
    enabled: isEnabled,
    staleTime: 30_000,
    initialData: () => listName && loadCachedViews(listName),
    initialDataUpdatedAt: 0,
  })
  useEffect(
    function cacheViews() {
      if (data && isFetchedAfterMount) localStorage.setItem(storageKey(name), JSON.stringify(data))
    },
    [data, isFetchedAfterMount, name],
  )
  return (listName && data) ?? emptyViews
}

/**
 * Returns the open view and the layout to use: the user's layout of the view, the layout of the
 * view, or the user's layout of the list without a view.
 */
function selectLayout({ views, layouts }: ListViews, viewId: string | undefined) {
  const selectedView = views.find(view => view._id === viewId)
  const personalLayout = layouts.find(({ view }) => view === (selectedView?._id ?? null))
  const viewWithLayout =
    selectedView && (selectedView.columns ?? selectedView.density) !== null
      ? selectedView
      : undefined
  const layout =
    personalLayout ?? viewWithLayout ?? layouts.find(({ view }) => view === null) ?? defaultLayout
  const isLayoutChanged =
    selectedView !== undefined &&
    personalLayout !== undefined &&
    !(
      isSameJson(personalLayout.columns, selectedView.columns) &&
      personalLayout.density === selectedView.density
    )
  return { selectedView, layout, isLayoutChanged }
}

/** The query shows its error itself, and is canceled if its page closes. */
const ignoreError = () => {}

/** Returns a function that applies a layout at once and then sends it to the server. */
function useSaveLayout(name: ListName, viewId: string | undefined, isEnabled: boolean) {
  const client = useQueryClient()
  const { mutate } = useRouteMutation(viewApi.saveLayout, {
    isSilent: true,
    isSequential: true,
    isAppliedBefore: true,
  })
  // Resizing a column produces many widths. Only the last one is sent.
  const sendLayout = useDebouncedCallback(
    (layout: ListLayout) => {
      if (isEnabled)
        mutate(
          { body: { ...layout, list: name } },
          { onSuccess: () => reloadUnlessChanged(layout) },
        )
    },
    { delay: 400, flushOnUnmount: true },
  )
  const options = getViewsOptions(name)
  const newestLayout = useRef<ListLayout>(undefined)
  /** Loads the saved views again, unless the user has changed the layout since it was sent. */
  function reloadUnlessChanged(sentLayout: ListLayout) {
    if (newestLayout.current === sentLayout)
      void client.invalidateQueries({ queryKey: options.queryKey })
  }
  function applyUpdate(update: LayoutUpdate) {
    const listViews = client.getQueryData<ListViews>(options.queryKey) ?? emptyViews
    const { selectedView, layout } = selectLayout(listViews, viewId)
    const change = update(layout)
    if (!change) return
    // A reply to an earlier request does not have the new layout.
    void client.cancelQueries({ queryKey: options.queryKey })
    const { columns, density } = { ...layout, ...change }
    const newLayout = { columns, density, view: selectedView?._id ?? null }
    client.setQueryData<ListViews>(options.queryKey, {
      ...listViews,
      layouts: [...listViews.layouts.filter(({ view }) => view !== newLayout.view), newLayout],
    })
    newestLayout.current = newLayout
    sendLayout(newLayout)
  }
  return (update: LayoutUpdate) => {
    if (!isEnabled || client.getQueryData(options.queryKey)) applyUpdate(update)
    // The change must not replace saved views that have not loaded yet.
    else void client.ensureQueryData(options).then(() => applyUpdate(update), ignoreError)
  }
}
