import type { DragEndEvent, DragMoveEvent, DragStartEvent } from '@dnd-kit/core'
import { useState } from 'react'
import type { CategoryNode, CategoryPosition } from '#contract/product/category.ts'
import { type CategoryNodes, findDropTarget, getBranch } from './category-moves.ts'

/** The indentation per level, matching category.module.css. */
const levelWidthPx = 28

/**
 * Drags a row by pointer. The vertical position selects the rank, the horizontal one the level.
 * The descendants of the dragged row are hidden and move with it.
 */
export function usePointerDrag(
  nodes: CategoryNodes,
  visible: CategoryNodes,
  move: (id: string, target: CategoryPosition) => void,
) {
  const [id, setId] = useState<string>()
  const [depth, setDepth] = useState<number>()
  const descendantIds = new Set(
    id === undefined
      ? []
      : getBranch(nodes, id)
          .slice(1)
          .map(node => node._id),
  )
  const rows = visible.filter(node => !descendantIds.has(node._id))

  function getDropTarget({
    active,
    over,
    delta,
  }: Pick<DragMoveEvent, 'active' | 'over' | 'delta'>) {
    const node = nodes.find(candidate => candidate._id === active.id)
    if (!node || !over) return undefined
    const offsetX = document.documentElement.dir === 'rtl' ? -delta.x : delta.x
    return findDropTarget({
      nodes,
      visibleNodes: rows,
      id: node._id,
      overId: String(over.id),
      depth: node.depth + Math.round(offsetX / levelWidthPx),
    })
  }
  const reset = () => {
    setId(undefined)
    setDepth(undefined)
  }
  return {
    id,
    rows,
    /** Returns the dragged node with the depth at which it would land, other nodes unchanged. */
    withDropDepth: (node: CategoryNode) =>
      node._id === id && depth !== undefined ? { ...node, depth } : node,
    events: {
      onDragStart: ({ active }: DragStartEvent) => setId(String(active.id)),
      onDragMove: (event: DragMoveEvent) => setDepth(getDropTarget(event)?.depth),
      onDragCancel: reset,
      onDragEnd: (event: DragEndEvent) => {
        const target = getDropTarget(event)
        const node = nodes.find(candidate => candidate._id === event.active.id)
        if (node && target && (target.parent !== node.parent || target.position !== node.position))
          move(node._id, target)
        reset()
      },
    },
  }
}
