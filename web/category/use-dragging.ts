import type { DragEndEvent, DragMoveEvent, DragStartEvent } from '@dnd-kit/core'
import { useState } from 'react'
import type { CategoryNode, CategoryPosition } from '#contract/category.ts'
import { branchOf, landingOf, type Nodes } from './category-moves.ts'

/** Width of a level on screen, as in category.module.css. */
const stepPx = 28

/** Dragging a row: up and down chooses its place, the way to the side its level. What lies below it comes along unseen. */
export function useDragging(
  nodes: Nodes,
  visible: Nodes,
  move: (id: string, place: CategoryPosition) => void,
) {
  const [id, setId] = useState<string>()
  const [depth, setDepth] = useState<number>()
  const below = new Set(
    id === undefined
      ? []
      : branchOf(nodes, id)
          .slice(1)
          .map(node => node._id),
  )
  const rows = visible.filter(node => !below.has(node._id))

  function landing({ active, over, delta }: Pick<DragMoveEvent, 'active' | 'over' | 'delta'>) {
    const node = nodes.find(one => one._id === active.id)
    if (!node || !over) return undefined
    const side = document.documentElement.dir === 'rtl' ? -delta.x : delta.x
    return landingOf(nodes, rows, node._id, String(over.id), node.depth + Math.round(side / stepPx))
  }
  const stop = () => {
    setId(undefined)
    setDepth(undefined)
  }
  return {
    id,
    rows,
    /** The lifted row at the level where it would land. */
    depthOf: (node: CategoryNode) =>
      node._id === id && depth !== undefined ? { ...node, depth } : node,
    events: {
      onDragStart: ({ active }: DragStartEvent) => setId(String(active.id)),
      onDragMove: (event: DragMoveEvent) => setDepth(landing(event)?.depth),
      onDragCancel: stop,
      onDragEnd: (event: DragEndEvent) => {
        const place = landing(event)
        const node = nodes.find(one => one._id === event.active.id)
        if (node && place && (place.parent !== node.parent || place.position !== node.position))
          move(node._id, place)
        stop()
      },
    },
  }
}
