import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ListLayout, type ListName, ListViews, viewApi } from '#contract/view.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import { useCan } from '../lib/session/can.tsx'
import { currentBusiness, sessionUser } from '../lib/session/session.ts'
import { sameJson, sameQuery } from './list-layout.ts'
import type { AnyListState } from './use-list-state.ts'

const none: ListViews = { views: [], layouts: [], defaultView: null }
const plain: Omit<ListLayout, 'view'> = { columns: null, density: null }

const keyOf = (name: ListName) => `list ${currentBusiness()} ${sessionUser()?._id} ${name}`

/** What this browser saw last, so that a list is drawn right at once; the server has the last word. */
function remembered(name: ListName): ListViews | undefined {
  try {
    return ListViews.safeParse(JSON.parse(localStorage.getItem(keyOf(name)) ?? '')).data
  } catch {
    return undefined
  }
}

/** The saved views of a list, the one that is open, and how the person wants it to look. */
export function useListViews(list: Pick<AnyListState, 'name' | 'tab' | 'now' | 'saved'>) {
  const { name = 'product' } = list
  const client = useQueryClient()
  const isOn = useCan('business:read') && list.name !== undefined
  const options = queryOf(viewApi.list, { query: { list: name } })
  const kept = useQuery({
    ...options,
    enabled: isOn,
    staleTime: 30_000,
    initialData: () => list.name && remembered(list.name),
    initialDataUpdatedAt: 0,
  })
  const { views, layouts, defaultView } = (list.name && kept.data) ?? none
  useEffect(
    function remember() {
      if (kept.data && kept.isFetchedAfterMount)
        localStorage.setItem(keyOf(name), JSON.stringify(kept.data))
    },
    [kept.data, kept.isFetchedAfterMount, name],
  )

  const chosen = views.find(view => view._id === list.saved)
  const own = layouts.find(({ view }) => view === (chosen?._id ?? null))
  const ofView = chosen && (chosen.columns ?? chosen.density) !== null ? chosen : undefined
  const layout = own ?? ofView ?? layouts.find(({ view }) => view === null) ?? plain
  const isMoved =
    chosen !== undefined &&
    own !== undefined &&
    !(sameJson(own.columns, chosen.columns) && own.density === chosen.density)

  const { mutate } = useSend(viewApi.saveLayout, { quiet: true })
  // A width is dragged through many values; the last one is enough.
  const send = useDebouncedCallback(
    (body: ListLayout) => {
      if (isOn) mutate({ body: { ...body, list: name } })
    },
    { delay: 400, flushOnUnmount: true },
  )
  const keep = (change: Partial<Omit<ListLayout, 'view'>>) => {
    const next = {
      columns: layout.columns,
      density: layout.density,
      ...change,
      view: chosen?._id ?? null,
    }
    client.setQueryData<ListViews>(options.queryKey, (before = none) => ({
      ...before,
      layouts: [...before.layouts.filter(({ view }) => view !== next.view), next],
    }))
    send(next)
  }
  // Without a view, a tab that comes with the list is no difference.
  const isFiltered = chosen
    ? !sameQuery(chosen.query, list.now)
    : Object.keys(list.now).some(key => key !== list.tab)
  return {
    name,
    isOn,
    views,
    defaultView,
    chosen,
    layout,
    keep,
    isChanged: isOn && (isFiltered || isMoved),
  }
}
export type ListViewsState = ReturnType<typeof useListViews>
