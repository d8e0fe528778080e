import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { Page } from '#contract/lib/call/api.ts'
import { maxCountedRows } from '#contract/lib/call/bulk.ts'
import { ApiError } from '../../lib/call/request.ts'
import type { AnyListState } from '../use-list-state.ts'
import type { ListViewsState } from './use-list-views.ts'

/** Opens the default view of the user in a list without parameters, except after going back. */
export function useDefaultView(
  list: Pick<AnyListState, 'openView'>,
  { views, defaultView }: Pick<ListViewsState, 'views' | 'defaultView'>,
) {
  const { search } = useLocation()
  // The router counts the pages of this tab from 0. A page opened by its URL is the first.
  const isNewVisit = useNavigationType() !== 'POP' || !(Number(history.state?.idx) > 0)
  const isPending = useRef(search === '' && isNewVisit)
  const view = views.find(({ _id }) => _id === defaultView)
  useEffect(function openDefaultView() {
    if (search !== '') isPending.current = false
    if (!isPending.current || !view) return
    isPending.current = false
    list.openView(view.query, view._id, { replace: true })
  })
}

type PagedList = Pick<AnyListState, 'query'> & {
  goToPage: (to: { page: number }, options: { replace: boolean }) => void
}

/** Opens the last page if the requested page does not exist. Returns whether it does. */
export function useLastPage(
  list: PagedList,
  {
    data,
    error,
    isPlaceholderData,
  }: Pick<UseQueryResult<Page<unknown>>, 'data' | 'error' | 'isPlaceholderData'>,
): boolean {
  const { page = 1, perPage = 10, after } = list.query
  const lastPage = Math.max(
    1,
    Math.ceil(Math.min(data?.meta.total ?? maxCountedRows, maxCountedRows) / perPage),
  )
  const isPastLastPage = !isPlaceholderData && data?.items.length === 0 && page > 1
  const rejectedFields =
    error instanceof ApiError && error.status === 422
      ? (error.problem.errors?.map(({ path }) => path) ?? [])
      : []
  let targetPage: number | undefined
  if (rejectedFields.includes('after') && after) targetPage = Math.min(page, lastPage)
  else if (isPastLastPage || rejectedFields.includes('page'))
    targetPage = Math.min(page - 1, lastPage)
  useEffect(function goToLastPage() {
    if (targetPage !== undefined) list.goToPage({ page: targetPage }, { replace: true })
  })
  return targetPage !== undefined
}
