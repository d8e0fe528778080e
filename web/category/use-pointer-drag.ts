import type { DragEndEvent, DragMoveEvent, DragStartEvent } from '@dnd-kit/core'
import { useState } from 'react'
import type { CategoryNode, CategoryPosition } from '#contract/category.ts'
import { type CategoryNodes, findDropTarget, getBranch } from './category-moves.ts'

/** Width of a level on screen, as in category.module.css. */
const levelWidthPx = 28

/** Dragging a row: up and down chooses its place, the way to the side its level. What lies below it comes along unseen. */
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
    return findDropTarget(
      nodes,
      rows,
      node._id,
      String(over.id),
      node.depth + Math.round(offsetX / levelWidthPx),
    )
  }
  const reset = () => {
    setId(undefined)
    setDepth(undefined)
  }
  return {
    id,
    rows,
    /** The lifted row at the level where it would land. */
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
