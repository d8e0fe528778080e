import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { z } from 'zod'
import { type CategoryRow, categoryApi } from '#contract/product/category.ts'
import { queryOptionsFor } from '../lib/call/api.ts'

type RowsQuery = z.infer<typeof categoryApi.listRows.query>

/** Returns one page of top-level categories with the subcategories of the opened ones. */
export function useCategoryRows(query: RowsQuery) {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set())
  const rows = useQuery(queryOptionsFor(categoryApi.listRows, { query }))
  const childQueries = useQueries({
    queries: [...openIds].map(id => queryOptionsFor(categoryApi.listChildren, { params: { id } })),
  })
  const childrenById = new Map([...openIds].map((id, index) => [id, childQueries[index]?.data]))
  const firstPosition = rows.data ? (rows.data.meta.page - 1) * rows.data.meta.perPage : 0
  // The rank among the siblings is the position, also if stored positions have gaps.
  const listBranch = (row: CategoryRow, position: number): CategoryRow[] => [
    { ...row, position },
    ...(childrenById.get(row._id) ?? []).flatMap(listBranch),
  ]
  return {
    rows,
    openIds,
    nodes: (rows.data?.items ?? []).flatMap((row, index) => listBranch(row, firstPosition + index)),
    setOpen: (id: string, isOpen: boolean) =>
      setOpenIds(previous => {
        const next = new Set(previous)
        if (isOpen) next.add(id)
        else next.delete(id)
        return next
      }),
  }
}
