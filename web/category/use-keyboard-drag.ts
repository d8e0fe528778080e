import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CategoryNode, CategoryPosition } from '#contract/category.ts'
import {
  type CategoryNodes,
  findMoveTarget,
  getChildren,
  type MoveDirection,
  moveNode,
} from './category-moves.ts'

const directions: Record<string, MoveDirection> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}
type KeyboardDragState = { id: string; nodes: CategoryNodes }

/** Arranging by keyboard: each step is drawn and said, and only putting down is sent. */
export function useKeyboardDrag(
  nodes: CategoryNodes,
  move: (id: string, target: CategoryPosition) => void,
) {
  const { t } = useTranslation()
  const [dragState, setDragState] = useState<KeyboardDragState>()
  const [announcement, setAnnouncement] = useState('')

  useEffect(
    function keepFocusOnHandle() {
      // Drawing the rows in a new order takes the focus away from the one that moved.
      if (dragState) document.querySelector<HTMLElement>(`[data-handle="${dragState.id}"]`)?.focus()
    },
    [dragState],
  )

  function announcePosition(currentNodes: CategoryNodes, id: string) {
    const node = currentNodes.find(candidate => candidate._id === id)
    if (!node) return
    const parent = currentNodes.find(candidate => candidate._id === node.parent)?.name
    const textParams = {
      name: node.name,
      rank: node.position + 1,
      count: getChildren(currentNodes, node.parent).length,
    }
    setAnnouncement(
      parent === undefined
        ? t('category.move.atTop', textParams)
        : t('category.move.at', { ...textParams, parent }),
    )
  }
  function moveOneStep(
    id: string,
    name: string,
    direction: MoveDirection,
    currentNodes: CategoryNodes,
  ) {
    const target = findMoveTarget(currentNodes, id, direction)
    if (!target) return setAnnouncement(t('category.move.edge', { name }))
    const next = moveNode(currentNodes, id, target)
    setDragState({ id, nodes: next })
    announcePosition(next, id)
  }
  function drop({ _id, name }: CategoryNode) {
    const current = dragState?.nodes.find(candidate => candidate._id === _id)
    const before = nodes.find(candidate => candidate._id === _id)
    if (
      current &&
      before &&
      (current.parent !== before.parent || current.position !== before.position)
    )
      move(_id, { parent: current.parent, position: current.position })
    setDragState(undefined)
    setAnnouncement(t('category.move.dropped', { name }))
  }
  function cancel(name: string) {
    setDragState(undefined)
    setAnnouncement(t('category.move.cancelled', { name }))
  }

  const getHandleProps = (node: CategoryNode) => ({
    'data-handle': node._id,
    onKeyDown: (event: KeyboardEvent) => {
      const isPickedUp = dragState?.id === node._id
      const mirroredKey =
        document.documentElement.dir === 'rtl'
          ? { ArrowRight: 'ArrowLeft', ArrowLeft: 'ArrowRight' }[event.key]
          : undefined
      const direction = directions[mirroredKey ?? event.key]
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault()
        if (isPickedUp) return drop(node)
        setDragState({ id: node._id, nodes })
        setAnnouncement(t('category.move.lifted', { name: node.name }))
      } else if (isPickedUp && event.key === 'Escape') cancel(node.name)
      else if (isPickedUp && direction) {
        event.preventDefault()
        moveOneStep(node._id, node.name, direction, dragState.nodes)
      }
    },
    // The focus goes elsewhere: nothing was put down.
    onBlur: (event: FocusEvent) => {
      if (dragState?.id === node._id && event.relatedTarget !== null) cancel(node.name)
    },
  })
  return { id: dragState?.id, preview: dragState?.nodes, announcement, handleOf: getHandleProps }
}
