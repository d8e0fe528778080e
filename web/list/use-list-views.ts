import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ListLayout, type ListName, ListViews, viewApi } from '#contract/view.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { usePermission } from '../lib/session/permission-gate.tsx'
import { getBusinessId, getSessionUser } from '../lib/session/session.ts'
import { isSameJson, isSameQuery } from './column-layout.ts'
import type { AnyListState } from './use-list-state.ts'

const emptyViews: ListViews = { views: [], layouts: [], defaultView: null }
const defaultLayout: Omit<ListLayout, 'view'> = { columns: null, density: null }

const storageKey = (name: ListName) => `list ${getBusinessId()} ${getSessionUser()?._id} ${name}`

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
  const client = useQueryClient()
  const isEnabled = usePermission('business:read') && list.name !== undefined
  const options = queryOptionsFor(viewApi.list, { query: { list: name } })
  const viewsQuery = useQuery({
    ...options,
    enabled: isEnabled,
    staleTime: 30_000,
    initialData: () => list.name && loadCachedViews(list.name),
    initialDataUpdatedAt: 0,
  })
  const { views, layouts, defaultView } = (list.name && viewsQuery.data) ?? emptyViews
  useEffect(
    function cacheViews() {
      if (viewsQuery.data && viewsQuery.isFetchedAfterMount)
        localStorage.setItem(storageKey(name), JSON.stringify(viewsQuery.data))
    },
    [viewsQuery.data, viewsQuery.isFetchedAfterMount, name],
  )

  const selectedView = views.find(view => view._id === list.viewId)
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

  const { mutate } = useRouteMutation(viewApi.saveLayout, { isSilent: true })
  // Resizing a column produces many widths. Only the last one is sent.
  const sendLayout = useDebouncedCallback(
    (body: ListLayout) => {
      if (isEnabled) mutate({ body: { ...body, list: name } })
    },
    { delay: 400, flushOnUnmount: true },
  )
  const saveLayout = (change: Partial<Omit<ListLayout, 'view'>>) => {
    const newLayout = {
      columns: layout.columns,
      density: layout.density,
      ...change,
      view: selectedView?._id ?? null,
    }
    client.setQueryData<ListViews>(options.queryKey, (previous = emptyViews) => ({
      ...previous,
      layouts: [...previous.layouts.filter(({ view }) => view !== newLayout.view), newLayout],
    }))
    sendLayout(newLayout)
  }
  // Without a view, the filter of a tab is not a change to save.
  const isFiltered = selectedView
    ? !isSameQuery(selectedView.query, list.currentParams)
    : Object.keys(list.currentParams).some(key => key !== list.tab)
  return {
    name,
    isEnabled,
    views,
    defaultView,
    selectedView,
    layout,
    saveLayout,
    isChanged: isEnabled && (isFiltered || isLayoutChanged),
  }
}
export type ListViewsState = ReturnType<typeof useListViews>
