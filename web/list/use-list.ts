import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Page, Route } from '#contract/lib/call/api.ts'
import { listOptionsFor, queryOptionsFor } from '../lib/call/api.ts'
import type { Prefetch } from '../lib/navigation/prefetch-on-hover.ts'
import type { ListRow } from './table/table-column.ts'
import {
  type ListState,
  type ListStateOptions,
  type ListStateQuery,
  parseListQuery,
  type StoredListName,
  useListState,
} from './use-list-state.ts'

/** The rows of a list page: their call, and the name under which the list keeps its settings. */
export type ListSource<R extends ListRow, Q extends ListStateQuery> = ListStateOptions & {
  route: Route<Q, undefined, Page<R>>
  name: StoredListName
}
export type ListData<R extends ListRow, Q extends ListStateQuery> = {
  list: ListState<Q>
  query: UseQueryResult<Page<R>>
}

/** Returns the state of a list from the URL and the rows that it selects. */
export function useList<R extends ListRow, Q extends ListStateQuery>(
  { route, name, ...options }: ListSource<R, Q>,
  polling: Pick<ReturnType<typeof listOptionsFor<Q, R>>, 'refetchInterval'> = {},
): ListData<R, Q> {
  const list = useListState(route.query, name, options)
  return { list, query: useQuery({ ...listOptionsFor(route, list.query), ...polling }) }
}

/** Returns the `prefetch` of a list page: its rows and the data of calls without parameters. */
export const prefetchList =
  <R extends ListRow, Q extends ListStateQuery>(
    { route, name }: ListSource<R, Q>,
    ...otherRoutes: Route<undefined, undefined>[]
  ): Prefetch =>
  ({ client, search }) =>
    Promise.all([
      client.prefetchQuery(listOptionsFor(route, parseListQuery(route.query, search, name))),
      ...otherRoutes.map(other => client.prefetchQuery(queryOptionsFor(other, {}))),
    ])
