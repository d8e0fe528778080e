import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CategoryNode, CategoryPosition } from '#contract/product/category.ts'
import {
  type CategoryNodes,
  countChildren,
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
const mirroredKeys: Record<string, string> = { ArrowRight: 'ArrowLeft', ArrowLeft: 'ArrowRight' }

/** Returns the direction of an arrow key in the reading direction of the page. */
function getMoveDirection(key: string): MoveDirection | undefined {
  const isRightToLeft = document.documentElement.dir === 'rtl'
  return directions[(isRightToLeft && mirroredKeys[key]) || key]
}

type KeyboardDragState = { id: string; nodes: CategoryNodes }

/**
 * Moves categories by keyboard, top-level ones within their page. Each step is shown and announced;
 * only the drop is sent.
 */
export function useKeyboardDrag(
  nodes: CategoryNodes,
  rootCount: number,
  move: (id: string, target: CategoryPosition) => void,
) {
  const { t } = useTranslation()
  const [dragState, setDragState] = useState<KeyboardDragState>()
  const [announcement, setAnnouncement] = useState('')
  const describePosition = usePositionText(rootCount - getChildren(nodes, null).length)
  useHandleFocus(dragState)

  function pickUp({ _id, name }: CategoryNode) {
    setDragState({ id: _id, nodes })
    setAnnouncement(t('category.move.pickedUp', { name }))
  }
  function moveOneStep({ _id, name }: CategoryNode, direction: MoveDirection) {
    if (!dragState) return
    const target = findMoveTarget(dragState.nodes, _id, direction)
    if (!target) return setAnnouncement(t('category.move.atEdge', { name }))
    const next = moveNode(dragState.nodes, _id, target)
    setDragState({ id: _id, nodes: next })
    setAnnouncement(describePosition(next, _id))
  }
  function drop({ _id, name }: CategoryNode) {
    const target = dragState?.nodes.find(node => node._id === _id)
    const origin = nodes.find(node => node._id === _id)
    const hasMoved = target?.parent !== origin?.parent || target?.position !== origin?.position
    if (target && origin && hasMoved)
      move(_id, { parent: target.parent, position: target.position })
    setDragState(undefined)
    setAnnouncement(t('category.move.dropped', { name }))
  }
  function cancel({ name }: CategoryNode) {
    setDragState(undefined)
    setAnnouncement(t('category.move.canceled', { name }))
  }
  const getHandleProps = (node: CategoryNode) => {
    const isPickedUp = dragState?.id === node._id
    return {
      'data-handle': node._id,
      onKeyDown: (event: KeyboardEvent) => {
        const direction = getMoveDirection(event.key)
        if (event.key === ' ' || event.key === 'Enter') {
          event.preventDefault()
          if (isPickedUp) drop(node)
          else pickUp(node)
        } else if (isPickedUp && event.key === 'Escape') cancel(node)
        else if (isPickedUp && direction) {
          event.preventDefault()
          moveOneStep(node, direction)
        }
      },
      // Moving the focus elsewhere cancels the drag.
      onBlur: (event: FocusEvent) => {
        if (isPickedUp && event.relatedTarget !== null) cancel(node)
      },
    }
  }
  return { id: dragState?.id, preview: dragState?.nodes, announcement, getHandleProps }
}

/** Keeps the focus on the moved handle, because rendering the rows in a new order removes it. */
function useHandleFocus(dragState: KeyboardDragState | undefined) {
  useEffect(
    function keepFocusOnHandle() {
      if (dragState) document.querySelector<HTMLElement>(`[data-handle="${dragState.id}"]`)?.focus()
    },
    [dragState],
  )
}

/**
 * Returns a function that describes a category's position for screen readers. `otherRootCount` is
 * the number of top-level categories on other pages.
 */
function usePositionText(otherRootCount: number) {
  const { t } = useTranslation()
  return (nodes: CategoryNodes, id: string) => {
    const node = nodes.find(candidate => candidate._id === id)
    if (!node) return ''
    const parent = nodes.find(candidate => candidate._id === node.parent)
    const textParams = { name: node.name, position: node.position + 1 }
    return parent === undefined
      ? t('category.move.positionAtTop', {
          ...textParams,
          count: getChildren(nodes, null).length + otherRootCount,
        })
      : t('category.move.position', {
          ...textParams,
          count: countChildren(nodes, parent._id),
          parent: parent.name,
        })
  }
}
