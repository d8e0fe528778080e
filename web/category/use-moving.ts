import { useQueryClient } from '@tanstack/react-query'
import { type CategoryPosition, categoryApi } from '#contract/category.ts'
import { queryOf, useSend } from '../lib/call/api.ts'
import { moveNode } from './category-moves.ts'

/** Moves a category: at once on screen, then on the server; refused, the tree is as it was. */
export function useMoving() {
  const client = useQueryClient()
  const send = useSend(categoryApi.move, { quiet: true })
  const { queryKey } = queryOf(categoryApi.getTree, {})
  function move(id: string, { parent, position }: CategoryPosition) {
    const before = client.getQueryData(queryKey)
    if (before) client.setQueryData(queryKey, moveNode(before, id, { parent, position }))
    send.mutate(
      { params: { id }, body: { parent, position } },
      { onError: () => client.setQueryData(queryKey, before) },
    )
  }
  return { move, isBusy: send.isPending }
}
