import { type FocusEvent, type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CategoryNode, CategoryPosition } from '#contract/category.ts'
import { childrenOf, type Direction, moveNode, type Nodes, stepOf } from './category-moves.ts'

const directions: Record<string, Direction> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
}
type Lifted = { id: string; nodes: Nodes }

/** Arranging by keyboard: each step is drawn and said, and only putting down is sent. */
export function useLifting(nodes: Nodes, move: (id: string, place: CategoryPosition) => void) {
  const { t } = useTranslation()
  const [lifted, setLifted] = useState<Lifted>()
  const [said, setSaid] = useState('')

  useEffect(
    function keepFocusOnHandle() {
      // Drawing the rows in a new order takes the focus away from the one that moved.
      if (lifted) document.querySelector<HTMLElement>(`[data-handle="${lifted.id}"]`)?.focus()
    },
    [lifted],
  )

  function sayPlace(at: Nodes, id: string) {
    const node = at.find(one => one._id === id)
    if (!node) return
    const parent = at.find(one => one._id === node.parent)?.name
    const words = {
      name: node.name,
      rank: node.position + 1,
      count: childrenOf(at, node.parent).length,
    }
    setSaid(
      parent === undefined
        ? t('category.move.atTop', words)
        : t('category.move.at', { ...words, parent }),
    )
  }
  function step(id: string, name: string, direction: Direction, at: Nodes) {
    const place = stepOf(at, id, direction)
    if (!place) return setSaid(t('category.move.edge', { name }))
    const next = moveNode(at, id, place)
    setLifted({ id, nodes: next })
    sayPlace(next, id)
  }
  function putDown({ _id, name }: CategoryNode) {
    const now = lifted?.nodes.find(one => one._id === _id)
    const before = nodes.find(one => one._id === _id)
    if (now && before && (now.parent !== before.parent || now.position !== before.position))
      move(_id, { parent: now.parent, position: now.position })
    setLifted(undefined)
    setSaid(t('category.move.dropped', { name }))
  }
  function putBack(name: string) {
    setLifted(undefined)
    setSaid(t('category.move.cancelled', { name }))
  }

  const handleOf = (node: CategoryNode) => ({
    'data-handle': node._id,
    onKeyDown: (event: KeyboardEvent) => {
      const isLifted = lifted?.id === node._id
      const sideways =
        document.documentElement.dir === 'rtl'
          ? { ArrowRight: 'ArrowLeft', ArrowLeft: 'ArrowRight' }[event.key]
          : undefined
      const direction = directions[sideways ?? event.key]
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault()
        if (isLifted) return putDown(node)
        setLifted({ id: node._id, nodes })
        setSaid(t('category.move.lifted', { name: node.name }))
      } else if (isLifted && event.key === 'Escape') putBack(node.name)
      else if (isLifted && direction) {
        event.preventDefault()
        step(node._id, node.name, direction, lifted.nodes)
      }
    },
    // The focus goes elsewhere: nothing was put down.
    onBlur: (event: FocusEvent) => {
      if (lifted?.id === node._id && event.relatedTarget !== null) putBack(node.name)
    },
  })
  return { id: lifted?.id, preview: lifted?.nodes, said, handleOf }
}
