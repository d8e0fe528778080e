import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import type { z } from 'zod'

type Paging = { page?: number | undefined; perPage?: number | undefined; q?: string | undefined; after?: string | undefined; sort?: string | undefined }

/**
 * What a list shows, kept in the address bar and read by the contract's own query. A value that the contract refuses
 * is left out, so that an old or mistyped link still shows a list.
 */
export function useListState<Q extends Paging>(schema: z.ZodType<Q>) {
  const [params, setParams] = useSearchParams()
  const query = useMemo(() => readQuery(schema, params), [schema, params])

  /** Any change begins at the first page again. `replace` for typing, which is no step to go back to. */
  function change(patch: Record<string, unknown>, { replace = false }: { replace?: boolean } = {}) {
    setParams(before => {
      const next = new URLSearchParams(before)
      for (const [key, value] of Object.entries({ page: undefined, after: undefined, ...patch })) write(next, key, value)
      return next
    }, { replace, preventScrollReset: replace })
  }

  const paging = ['page', 'perPage', 'after', 'sort']
  const active = [...new Set(params.keys())].filter(key => !paging.includes(key))
  return {
    query,
    set: (patch: Partial<Q>) => change(patch),
    /** For pieces that know the name of a value but not its type. */
    setOne: (key: string, value: unknown, how?: { replace?: boolean }) => change({ [key]: value }, how),
    /** To another page; `after` is the cursor that the server gave for it. */
    move: (to: { page: number; after?: string | undefined }) => change(to),
    /** Takes the search and all filters away, keeping sort and page size. */
    clear: () => setParams(before => new URLSearchParams([...before].filter(([key]) => key === 'perPage' || key === 'sort'))),
    /** Names of the search and filters in force. */
    active,
    isFiltered: active.length > 0,
  }
}
export type ListState<Q extends Paging> = ReturnType<typeof useListState<Q>>

function write(params: URLSearchParams, key: string, value: unknown) {
  const isEmpty = value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  if (isEmpty || (key === 'page' && value === 1)) params.delete(key)
  else params.set(key, String(value))
}

export function readQuery<Q>(schema: z.ZodType<Q>, params: URLSearchParams): Q {
  const given = Object.fromEntries([...new Set(params.keys())].map(key => [key, params.getAll(key).join(',')]))
  const first = schema.safeParse(given)
  if (first.success) return first.data
  for (const { path } of first.error.issues) delete given[String(path[0])]
  return schema.parse(given)
}
