import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type CategoryPosition, categoryApi } from '#contract/product/category.ts'
import { queryOptionsFor, useRouteMutation } from '../lib/call/api.ts'
import { type CategoryNodes, moveNode } from './category-moves.ts'

/**
 * Returns a function that moves a category, and the tree with the move until the response
 * is loaded. The new parent is opened, so that the category stays visible.
 */
export function useMoveCategory(nodes: CategoryNodes, openParent: (id: string) => void) {
  const client = useQueryClient()
  const send = useRouteMutation(categoryApi.move, { isSilent: true })
  const [movedNodes, setMovedNodes] = useState<CategoryNodes>()
  async function loadResult(parent: string | null) {
    await client.invalidateQueries({ queryKey: [categoryApi.move.feature] })
    if (parent === null) return
    await client.fetchQuery(queryOptionsFor(categoryApi.listChildren, { params: { id: parent } }))
    openParent(parent)
  }
  async function move(id: string, target: CategoryPosition) {
    setMovedNodes(moveNode(nodes, id, target))
    await send.mutateAsync({ params: { id }, body: target }).then(
      () => loadResult(target.parent),
      // The mutation reports its errors.
      () => undefined,
    )
    setMovedNodes(undefined)
  }
  return {
    move: (id: string, target: CategoryPosition) => void move(id, target),
    isBusy: movedNodes !== undefined,
    nodes: movedNodes ?? nodes,
  }
}
