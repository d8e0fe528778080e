import { useQueryClient } from '@tanstack/react-query'
import { type CategoryPosition, categoryApi } from '#contract/category.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { moveNode } from './category-moves.ts'

/** Returns a function that moves a category optimistically and reverts the tree on an error. */
export function useMoveCategory() {
  const client = useQueryClient()
  const send = useRouteMutation(categoryApi.move, { isSilent: true })
  const { queryKey } = queryOptionsFor(categoryApi.getTree, {})
  function move(id: string, { parent, position }: CategoryPosition) {
    const previous = client.getQueryData(queryKey)
    if (previous) client.setQueryData(queryKey, moveNode(previous, id, { parent, position }))
    send.mutate(
      { params: { id }, body: { parent, position } },
      { onError: () => client.setQueryData(queryKey, previous) },
    )
  }
  return { move, isBusy: send.isPending }
}
