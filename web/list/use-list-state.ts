import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'
import type { ListName } from '#contract/view.ts'

type Paging = {
  page?: number | undefined
  perPage?: number | undefined
  q?: string | undefined
  after?: string | undefined
  sort?: string | undefined
}

/** Beside a view's id the address holds all that the view stands for: a link shows the same rows to whoever has no such view. */
const savedKey = 'saved'
const notFilters = ['perPage', 'sort']

/**
 * What a list shows, kept in the address bar and read by the contract's own query. A value that the contract refuses
 * is left out, so that an old or mistyped link still shows a list. `name` is given to lists that can be arranged, `tab` is
 * the filter that their tabs set.
 * Which columns are shown is a person's own taste, no part of what a link shows, and so not in the address.
 */
export function useListState<Q extends Paging>(
  schema: z.ZodType<Q>,
  { name, tab }: { name?: ListName; tab?: string } = {},
) {
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => readQuery(schema, params), [schema, params])
  const now = useMemo(() => spelt(query), [query])

  /** Any change begins at the first page again. `replace` for typing, which is no step to go back to. */
  function change(patch: Record<string, unknown>, { replace = false }: { replace?: boolean } = {}) {
    setParams(
      before => {
        const next = new URLSearchParams(before)
        for (const [key, value] of Object.entries({ page: undefined, after: undefined, ...patch }))
          write(next, key, value)
        return next
      },
      { replace, preventScrollReset: replace },
    )
  }

  const active = Object.keys(now).filter(key => !notFilters.includes(key))
  return {
    name,
    tab,
    query,
    /** Search, filters, sort and page size as they stand in the address bar; the page is left out. */
    now,
    /** The id of the view that was opened, if one was. */
    saved: params.get(savedKey) ?? undefined,
    set: (patch: Partial<Q>) => change(patch),
    /** For pieces that know the name of a value but not its type. */
    setOne: (key: string, value: unknown, how?: { replace?: boolean }) =>
      change({ [key]: value }, how),
    /** To another page; `after` is the cursor that the server gave for it. */
    move: (to: { page: number; after?: string | undefined }, how?: { replace?: boolean }) =>
      change({ after: undefined, ...to }, how),
    /** Takes the search and all filters away, keeping sort and page size. */
    clear: () =>
      setParams(
        before =>
          new URLSearchParams(
            [...before].filter(([key]) => notFilters.includes(key) || key === savedKey),
          ),
      ),
    /** Shows what a view stands for, in place of all that was shown. */
    open: (stored: Record<string, string>, view?: string, how?: { replace?: boolean }) =>
      setParams(
        new URLSearchParams([...Object.entries(stored), ...(view ? [[savedKey, view]] : [])]),
        how,
      ),
    /** Names of the search and filters in force. */
    active,
    isFiltered: active.length > 0,
  }
}
export type ListState<Q extends Paging> = ReturnType<typeof useListState<Q>>
/** What pieces need that know the list but not its query. */
export type AnyListState = Pick<
  ListState<Paging>,
  'name' | 'tab' | 'now' | 'saved' | 'setOne' | 'open' | 'clear' | 'active' | 'isFiltered'
> & { query: Paging }

function write(params: URLSearchParams, key: string, value: unknown) {
  if (isEmpty(value) || (key === 'page' && value === 1)) params.delete(key)
  else params.set(key, String(value))
}
const isEmpty = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

const spelt = ({ page: _page, after: _after, ...query }: Paging): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => !isEmpty(value))
      .map(([key, value]) => [key, String(value)]),
  )

export function readQuery<Q>(schema: z.ZodType<Q>, params: URLSearchParams): Q {
  const given = Object.fromEntries(
    [...new Set(params.keys())].map(key => [key, params.getAll(key).join(',')]),
  )
  const first = schema.safeParse(given)
  if (first.success) return first.data
  for (const { path } of first.error.issues) delete given[String(path[0])]
  return schema.parse(given)
}
