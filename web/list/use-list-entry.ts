import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { Page } from '#contract/lib/api.ts'
import { maxCountedRows } from '#contract/lib/bulk.ts'
import { ApiError } from '../lib/call/request.ts'
import type { AnyListState } from './use-list-state.ts'
import type { ListViewsState } from './use-list-views.ts'

/** A list opened without anything in its address shows the view that the person has chosen for that; going back does not. */
export function useDefaultView(
  list: Pick<AnyListState, 'open'>,
  { views, defaultView }: Pick<ListViewsState, 'views' | 'defaultView'>,
) {
  const { search } = useLocation()
  // The router counts its steps in this tab from 0; what is opened by its address is always the first.
  const isFresh = useNavigationType() !== 'POP' || !(Number(history.state?.idx) > 0)
  const isWaiting = useRef(search === '' && isFresh)
  const view = views.find(({ _id }) => _id === defaultView)
  useEffect(function openDefault() {
    if (search !== '') isWaiting.current = false
    if (!isWaiting.current || !view) return
    isWaiting.current = false
    list.open(view.query, view._id, { replace: true })
  })
}

type Paged = Pick<AnyListState, 'query'> & {
  move: (to: { page: number }, how: { replace: boolean }) => void
}

/** A link to a page that no longer is goes to the last one there is; true while it does. */
export function useLastPage(
  list: Paged,
  {
    data,
    error,
    isPlaceholderData,
  }: Pick<UseQueryResult<Page<unknown>>, 'data' | 'error' | 'isPlaceholderData'>,
): boolean {
  const { page = 1, perPage = 10, after } = list.query
  const last = Math.max(
    1,
    Math.ceil(Math.min(data?.meta.total ?? maxCountedRows, maxCountedRows) / perPage),
  )
  const isPast = !isPlaceholderData && data?.items.length === 0 && page > 1
  const refused =
    error instanceof ApiError && error.status === 422
      ? (error.problem.errors?.map(({ path }) => path) ?? [])
      : []
  const to =
    refused.includes('after') && after
      ? Math.min(page, last)
      : isPast || refused.includes('page')
        ? Math.min(page - 1, last)
        : undefined
  useEffect(function goToLast() {
    if (to !== undefined) list.move({ page: to }, { replace: true })
  })
  return to !== undefined
}
