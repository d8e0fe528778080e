import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import { toQueryText } from '#contract/lib/text/query-text.ts'
import { ListName } from '#contract/staff/view.ts'
import { getRowCount, saveRowCount } from './table/row-count.ts'

export type ListStateQuery = {
  page?: number | undefined
  perPage?: number | undefined
  q?: string | undefined
  after?: string | undefined
  sort?: string | undefined
}

/**
 * The parameter with the id of the open view. The URL also contains the filters of the view, so a
 * link shows the same rows to users without this view.
 */
const viewParam = 'saved'
const nonFilterKeys = ['perPage', 'sort']

/** Lists without views and columns. */
type PlainListName =
  | 'campaign'
  | 'segment'
  | 'suppression'
  | 'redirect'
  | 'seo'
  | 'discount'
  | 'invoice'
  | 'review'
  | 'conversation'
  | 'cart'
  | 'subscriber'
  | 'productAlert'
  | 'category'
  | 'audit'
  | 'delivery'
  | 'page'
  | 'post'
  | 'importItem'
  | 'return'
  | 'task'
export type StoredListName = ListName | PlainListName

export type ListStateOptions = { tab?: string; defaultSort?: string }

/**
 * Returns the state of a list, which is stored in the URL and parsed with the query of the
 * contract. Invalid values are ignored, so that old or mistyped links still work. `tab` is the
 * filter of its tabs. `defaultSort` is the order of the server without the parameter `sort`.
 * Columns are not part of the URL, because they are a preference of the user, like the rows per
 * page without the parameter `perPage`.
 */
export function useListState<Q extends ListStateQuery>(
  schema: z.ZodType<Q>,
  listName: StoredListName,
  { tab, defaultSort = '-createdAt' }: ListStateOptions = {},
) {
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => parseListQuery(schema, params, listName), [schema, params, listName])
  const currentParams = useMemo(() => toStringParams(parseQuery(schema, params)), [schema, params])
  const name = ListName.safeParse(listName).data

  /** Changes parameters and returns to the first page. `replace` adds no entry to the history. */
  function updateParams(
    patch: Record<string, unknown>,
    { replace = false }: { replace?: boolean } = {},
  ) {
    setParams(previous => patchParams(previous, { page: undefined, after: undefined, ...patch }), {
      replace,
      preventScrollReset: replace,
    })
  }

  const activeFilters = Object.keys(currentParams).filter(key => !nonFilterKeys.includes(key))
  return {
    /** The name of a list with views and columns. */
    name,
    tab,
    defaultSort,
    query,
    /** The parameters of the URL without the page: search, filters, sort and page size. */
    currentParams,
    /** The id of the open view. */
    viewId: params.get(viewParam) ?? undefined,
    setFilters: (patch: Partial<Q>) => updateParams(patch),
    /** Sets one parameter by name, for components that do not know its type. */
    setParam: (key: string, value: unknown, options?: { replace?: boolean }) =>
      updateParams({ [key]: value }, options),
    /** Changes the rows per page, for the next visits too. */
    setRowCount: (perPage: number) => {
      saveRowCount(listName, perPage)
      updateParams({ perPage })
    },
    /** Opens another page. `after` is its cursor from the server. */
    goToPage: (to: { page: number; after?: string | undefined }, options?: { replace?: boolean }) =>
      updateParams({ after: undefined, ...to }, options),
    /** Clears the search and all filters. Keeps the sort, the page size and the view. */
    clearFilters: () => setParams(removeFilters),
    /** Replaces all parameters with those of a view. */
    openView: (
      viewQuery: Record<string, string>,
      openedViewId?: string,
      options?: { replace?: boolean },
    ) => setParams(toViewParams(viewQuery, openedViewId), options),
    /** The names of the active filters, including the search. */
    activeFilters,
    isFiltered: activeFilters.length > 0,
  }
}
export type ListState<Q extends ListStateQuery> = ReturnType<typeof useListState<Q>>
/** The state of a list for components that do not know the type of its query. */
export type AnyListState = Pick<
  ListState<ListStateQuery>,
  | 'name'
  | 'tab'
  | 'defaultSort'
  | 'currentParams'
  | 'viewId'
  | 'setParam'
  | 'openView'
  | 'clearFilters'
  | 'activeFilters'
  | 'isFiltered'
> & { query: ListStateQuery }

function patchParams(params: URLSearchParams, patch: Record<string, unknown>): URLSearchParams {
  const newParams = new URLSearchParams(params)
  for (const [key, value] of Object.entries(patch)) writeParam(newParams, key, value)
  return newParams
}

const removeFilters = (params: URLSearchParams) =>
  new URLSearchParams(
    [...params].filter(([key]) => nonFilterKeys.includes(key) || key === viewParam),
  )

const toViewParams = (viewQuery: Record<string, string>, viewId: string | undefined) =>
  new URLSearchParams([...Object.entries(viewQuery), ...(viewId ? [[viewParam, viewId]] : [])])

function writeParam(params: URLSearchParams, key: string, value: unknown) {
  if (isEmpty(value) || (key === 'page' && value === 1)) params.delete(key)
  else params.set(key, toQueryText(value))
}
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const toStringParams = ({
  page: _page,
  after: _after,
  ...query
}: ListStateQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => [key, toQueryText(value)]),
  )

/** Returns the query of a list page, with the rows per page that the user chose. */
export const parseListQuery = <Q extends ListStateQuery>(
  schema: z.ZodType<Q>,
  params: URLSearchParams,
  listName: StoredListName,
): Q => ({ perPage: getRowCount(listName), ...parseQuery(schema, params) })

export function parseQuery<Q>(schema: z.ZodType<Q>, params: URLSearchParams): Q {
  const rawParams = Object.fromEntries(
    [...new Set(params.keys())].map(key => [key, params.getAll(key).join(',')]),
  )
  const result = schema.safeParse(rawParams)
  if (result.success) return result.data
  for (const { path } of result.error.issues) delete rawParams[String(path[0])]
  return schema.parse(rawParams)
}
