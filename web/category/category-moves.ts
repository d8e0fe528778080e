import { type CategoryNode, type CategoryPosition, maxCategoryDepth } from '#contract/category.ts'

export type Nodes = readonly CategoryNode[]
export type Direction = 'up' | 'down' | 'in' | 'out'
type Parent = string | null

export const childrenOf = (nodes: Nodes, parent: Parent) =>
  nodes.filter(node => node.parent === parent)
const nodeOf = (nodes: Nodes, id: Parent) => nodes.find(node => node._id === id)

/** A category with all that lies below it; `nodes` are in reading order. */
export function branchOf(nodes: Nodes, id: string): CategoryNode[] {
  const start = nodes.findIndex(node => node._id === id)
  const root = nodes[start]
  if (!root) return []
  const end = nodes.findIndex((node, index) => index > start && node.depth <= root.depth)
  return nodes.slice(start, end === -1 ? undefined : end)
}

/** Levels of a branch: 1 for a category without children. */
export const heightOf = (nodes: Nodes, id: string) => {
  const branch = branchOf(nodes, id)
  return Math.max(...branch.map(node => node.depth)) - (branch[0]?.depth ?? 0) + 1
}

const fits = (nodes: Nodes, id: string, parent: Parent) =>
  (nodeOf(nodes, parent)?.depth ?? 0) + heightOf(nodes, id) <= maxCategoryDepth &&
  !branchOf(nodes, id).some(node => node._id === parent)

/** Parents that a category may be given, in reading order. */
export const parentsFor = (nodes: Nodes, id: string | undefined) =>
  nodes.filter(node =>
    id === undefined ? node.depth < maxCategoryDepth : fits(nodes, id, node._id),
  )

/** The tree as the server will have it after the move: reading order, depths and ranks anew. */
export function moveNode(
  nodes: Nodes,
  id: string,
  { parent, position }: CategoryPosition,
): CategoryNode[] {
  const moved = nodeOf(nodes, id)
  if (!moved) return [...nodes]
  const siblings = (of: Parent) => {
    const others = childrenOf(nodes, of).filter(node => node._id !== id)
    return of === parent ? others.toSpliced(Math.min(position, others.length), 0, moved) : others
  }
  const walk = (of: Parent, depth: number): CategoryNode[] =>
    siblings(of).flatMap((node, rank) => [
      { ...node, parent: of, depth, position: rank },
      ...walk(node._id, depth + 1),
    ])
  return walk(null, 1)
}

/** Where one step leads: among its siblings, into the one before, or out behind its parent. Nothing at the edge. */
export function stepOf(
  nodes: Nodes,
  id: string,
  direction: Direction,
): CategoryPosition | undefined {
  const node = nodeOf(nodes, id)
  if (!node) return undefined
  const siblings = childrenOf(nodes, node.parent)
  const rank = siblings.indexOf(node)
  const parent = nodeOf(nodes, node.parent)
  if (direction === 'up') return rank > 0 ? { parent: node.parent, position: rank - 1 } : undefined
  if (direction === 'down')
    return rank < siblings.length - 1 ? { parent: node.parent, position: rank + 1 } : undefined
  if (direction === 'out')
    return (
      parent && {
        parent: parent.parent,
        position: childrenOf(nodes, parent.parent).indexOf(parent) + 1,
      }
    )
  const before = siblings[rank - 1]
  return before && fits(nodes, id, before._id)
    ? { parent: before._id, position: childrenOf(nodes, before._id).length }
    : undefined
}

/**
 * Where a dragged row would land. `shown` are the rows on screen without the dragged branch's lower part, `over` is the
 * row under the pointer, `depth` the level that the pointer's way to the side asks for; it is kept within what the rows
 * around it allow. Nothing where the branch is too tall.
 */
export function landingOf(
  nodes: Nodes,
  shown: Nodes,
  id: string,
  over: string,
  depth: number,
): (CategoryPosition & { depth: number }) | undefined {
  const [from, to] = [id, over].map(wanted => shown.findIndex(node => node._id === wanted))
  if (from === undefined || to === undefined || from < 0 || to < 0) return undefined
  const rows = shown.filter(node => node._id !== id)
  const [before, after] = [rows[to - 1], rows[to]]
  const deepest = Math.min((before?.depth ?? 0) + 1, maxCategoryDepth - heightOf(nodes, id) + 1)
  const level = Math.max(Math.min(depth, deepest), after?.depth ?? 1)
  if (level > deepest) return undefined
  const above = rows.slice(0, to).toReversed()
  const parent = level === 1 ? null : (above.find(node => node.depth === level - 1)?._id ?? null)
  const siblings = childrenOf(nodes, parent).filter(node => node._id !== id)
  const outside = above.findIndex(node => node.depth < level)
  const previous = above
    .slice(0, outside === -1 ? undefined : outside)
    .find(node => node.depth === level)
  const next = after?.depth === level ? after : undefined
  const position = previous
    ? siblings.findIndex(node => node._id === previous._id) + 1
    : next
      ? siblings.findIndex(node => node._id === next._id)
      : siblings.length
  return { parent, position, depth: level }
}
