import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { ListName } from '#contract/view.ts'

type ListQuery = {
  page?: number | undefined
  perPage?: number | undefined
  q?: string | undefined
  after?: string | undefined
  sort?: string | undefined
}

/** Beside a view's id the address holds all that the view stands for: a link shows the same rows to whoever has no such view. */
const viewParam = 'saved'
const nonFilterKeys = ['perPage', 'sort']

/**
 * What a list shows, kept in the address bar and read by the contract's own query. A value that the contract refuses
 * is left out, so that an old or mistyped link still shows a list. `name` is given to lists that can be arranged, `tab` is
 * the filter that their tabs set.
 * Which columns are shown is a person's own taste, no part of what a link shows, and so not in the address.
 */
export function useListState<Q extends ListQuery>(
  schema: z.ZodType<Q>,
  { name, tab }: { name?: ListName; tab?: string } = {},
) {
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => parseListQuery(schema, params), [schema, params])
  const currentParams = useMemo(() => toStringParams(query), [query])

  /** Any change begins at the first page again. `replace` for typing, which is no step to go back to. */
  function updateParams(
    patch: Record<string, unknown>,
    { replace = false }: { replace?: boolean } = {},
  ) {
    setParams(
      previous => {
        const next = new URLSearchParams(previous)
        for (const [key, value] of Object.entries({ page: undefined, after: undefined, ...patch }))
          writeParam(next, key, value)
        return next
      },
      { replace, preventScrollReset: replace },
    )
  }

  const activeFilters = Object.keys(currentParams).filter(key => !nonFilterKeys.includes(key))
  return {
    name,
    tab,
    query,
    /** Search, filters, sort and page size as they stand in the address bar; the page is left out. */
    currentParams,
    /** The id of the view that was opened, if one was. */
    viewId: params.get(viewParam) ?? undefined,
    setFilters: (patch: Partial<Q>) => updateParams(patch),
    /** For pieces that know the name of a value but not its type. */
    setParam: (key: string, value: unknown, options?: { replace?: boolean }) =>
      updateParams({ [key]: value }, options),
    /** To another page; `after` is the cursor that the server gave for it. */
    goToPage: (to: { page: number; after?: string | undefined }, options?: { replace?: boolean }) =>
      updateParams({ after: undefined, ...to }, options),
    /** Takes the search and all filters away, keeping sort and page size. */
    clearFilters: () =>
      setParams(
        previous =>
          new URLSearchParams(
            [...previous].filter(([key]) => nonFilterKeys.includes(key) || key === viewParam),
          ),
      ),
    /** Shows what a view stands for, in place of all that was shown. */
    openView: (
      viewQuery: Record<string, string>,
      openedViewId?: string,
      options?: { replace?: boolean },
    ) =>
      setParams(
        new URLSearchParams([
          ...Object.entries(viewQuery),
          ...(openedViewId ? [[viewParam, openedViewId]] : []),
        ]),
        options,
      ),
    /** Names of the search and filters in force. */
    activeFilters,
    isFiltered: activeFilters.length > 0,
  }
}
export type ListState<Q extends ListQuery> = ReturnType<typeof useListState<Q>>
/** What pieces need that know the list but not its query. */
export type AnyListState = Pick<
  ListState<ListQuery>,
  | 'name'
  | 'tab'
  | 'currentParams'
  | 'viewId'
  | 'setParam'
  | 'openView'
  | 'clearFilters'
  | 'activeFilters'
  | 'isFiltered'
> & { query: ListQuery }

function writeParam(params: URLSearchParams, key: string, value: unknown) {
  if (isEmpty(value) || (key === 'page' && value === 1)) params.delete(key)
  else params.set(key, String(value))
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
}: ListQuery): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => [key, String(value)]),
  )

export function parseListQuery<Q>(schema: z.ZodType<Q>, params: URLSearchParams): Q {
  const rawParams = Object.fromEntries(
    [...new Set(params.keys())].map(key => [key, params.getAll(key).join(',')]),
  )
  const result = schema.safeParse(rawParams)
  if (result.success) return result.data
  for (const { path } of result.error.issues) delete rawParams[String(path[0])]
  return schema.parse(rawParams)
}
