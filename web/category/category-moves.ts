import { type CategoryNode, type CategoryPosition, maxCategoryDepth } from '#contract/category.ts'

export type CategoryNodes = readonly CategoryNode[]
export type MoveDirection = 'up' | 'down' | 'in' | 'out'
type ParentId = string | null

export const getChildren = (nodes: CategoryNodes, parent: ParentId) =>
  nodes.filter(node => node.parent === parent)
const findNode = (nodes: CategoryNodes, id: ParentId) => nodes.find(node => node._id === id)

/** A category with all that lies below it; `nodes` are in reading order. */
export function getBranch(nodes: CategoryNodes, id: string): CategoryNode[] {
  const start = nodes.findIndex(node => node._id === id)
  const root = nodes[start]
  if (!root) return []
  const end = nodes.findIndex((node, index) => index > start && node.depth <= root.depth)
  return nodes.slice(start, end === -1 ? undefined : end)
}

/** Levels of a branch: 1 for a category without children. */
export const getBranchHeight = (nodes: CategoryNodes, id: string) => {
  const branch = getBranch(nodes, id)
  return Math.max(...branch.map(node => node.depth)) - (branch[0]?.depth ?? 0) + 1
}

const fitsUnder = (nodes: CategoryNodes, id: string, parent: ParentId) =>
  (findNode(nodes, parent)?.depth ?? 0) + getBranchHeight(nodes, id) <= maxCategoryDepth &&
  !getBranch(nodes, id).some(node => node._id === parent)

/** Parents that a category may be given, in reading order. */
export const listAllowedParents = (nodes: CategoryNodes, id: string | undefined) =>
  nodes.filter(node =>
    id === undefined ? node.depth < maxCategoryDepth : fitsUnder(nodes, id, node._id),
  )

/** The tree as the server will have it after the move: reading order, depths and ranks anew. */
export function moveNode(
  nodes: CategoryNodes,
  id: string,
  { parent, position }: CategoryPosition,
): CategoryNode[] {
  const movedNode = findNode(nodes, id)
  if (!movedNode) return [...nodes]
  const siblings = (parentId: ParentId) => {
    const others = getChildren(nodes, parentId).filter(node => node._id !== id)
    return parentId === parent
      ? others.toSpliced(Math.min(position, others.length), 0, movedNode)
      : others
  }
  const buildLevel = (parentId: ParentId, depth: number): CategoryNode[] =>
    siblings(parentId).flatMap((node, rank) => [
      { ...node, parent: parentId, depth, position: rank },
      ...buildLevel(node._id, depth + 1),
    ])
  return buildLevel(null, 1)
}

/** Where one step leads: among its siblings, into the one before, or out behind its parent. Nothing at the edge. */
export function findMoveTarget(
  nodes: CategoryNodes,
  id: string,
  direction: MoveDirection,
): CategoryPosition | undefined {
  const node = findNode(nodes, id)
  if (!node) return undefined
  const siblings = getChildren(nodes, node.parent)
  const rank = siblings.indexOf(node)
  const parent = findNode(nodes, node.parent)
  if (direction === 'up') return rank > 0 ? { parent: node.parent, position: rank - 1 } : undefined
  if (direction === 'down')
    return rank < siblings.length - 1 ? { parent: node.parent, position: rank + 1 } : undefined
  if (direction === 'out')
    return (
      parent && {
        parent: parent.parent,
        position: getChildren(nodes, parent.parent).indexOf(parent) + 1,
      }
    )
  const previousSibling = siblings[rank - 1]
  return previousSibling && fitsUnder(nodes, id, previousSibling._id)
    ? { parent: previousSibling._id, position: getChildren(nodes, previousSibling._id).length }
    : undefined
}

/**
 * Where a dragged row would land. `shown` are the rows on screen without the dragged branch's lower part, `over` is the
 * row under the pointer, `depth` the level that the pointer's way to the side asks for; it is kept within what the rows
 * around it allow. Nothing where the branch is too tall.
 */
export function findDropTarget(
  nodes: CategoryNodes,
  visibleNodes: CategoryNodes,
  id: string,
  overId: string,
  depth: number,
): (CategoryPosition & { depth: number }) | undefined {
  const [fromIndex, toIndex] = [id, overId].map(nodeId =>
    visibleNodes.findIndex(node => node._id === nodeId),
  )
  if (fromIndex === undefined || toIndex === undefined || fromIndex < 0 || toIndex < 0)
    return undefined
  const rows = visibleNodes.filter(node => node._id !== id)
  const [before, after] = [rows[toIndex - 1], rows[toIndex]]
  const deepest = Math.min(
    (before?.depth ?? 0) + 1,
    maxCategoryDepth - getBranchHeight(nodes, id) + 1,
  )
  const level = Math.max(Math.min(depth, deepest), after?.depth ?? 1)
  if (level > deepest) return undefined
  const above = rows.slice(0, toIndex).toReversed()
  const parent = level === 1 ? null : (above.find(node => node.depth === level - 1)?._id ?? null)
  const siblings = getChildren(nodes, parent).filter(node => node._id !== id)
  const outsideIndex = above.findIndex(node => node.depth < level)
  const previous = above
    .slice(0, outsideIndex === -1 ? undefined : outsideIndex)
    .find(node => node.depth === level)
  const next = after?.depth === level ? after : undefined
  const position = previous
    ? siblings.findIndex(node => node._id === previous._id) + 1
    : next
      ? siblings.findIndex(node => node._id === next._id)
      : siblings.length
  return { parent, position, depth: level }
}
