import {
  type CategoryNode,
  type CategoryPosition,
  type CategoryRow,
  maxCategoryDepth,
} from '#contract/product/category.ts'

/** A node whose subcategories may not be loaded. Without counts, all of them are. */
export type TreeNode = CategoryNode & Partial<Pick<CategoryRow, 'childCount' | 'height'>>
export type CategoryNodes = readonly TreeNode[]
export type MoveDirection = 'up' | 'down' | 'in' | 'out'
type ParentId = string | null

export const getChildren = (nodes: CategoryNodes, parent: ParentId) =>
  nodes.filter(node => node.parent === parent)
const findNode = (nodes: CategoryNodes, id: ParentId) => nodes.find(node => node._id === id)

/** Returns the number of subcategories, including those that are not loaded. */
export const countChildren = (nodes: CategoryNodes, id: string) =>
  findNode(nodes, id)?.childCount ?? getChildren(nodes, id).length

/** Returns the categories above a category, beginning with its parent. */
export function listParents(nodes: CategoryNodes, parent: ParentId): TreeNode[] {
  const node = findNode(nodes, parent)
  return node ? [node, ...listParents(nodes, node.parent)] : []
}

/**
 * Returns the position of the first loaded category of a parent: those before it are on an earlier
 * page or not loaded.
 */
function getFirstPosition(nodes: CategoryNodes, parent: ParentId): number {
  const children = getChildren(nodes, parent)
  return parent === null
    ? (children[0]?.position ?? 0)
    : countChildren(nodes, parent) - children.length
}

/** Returns a category with all its descendants. `nodes` are in display order. */
export function getBranch(nodes: CategoryNodes, id: string): TreeNode[] {
  const start = nodes.findIndex(node => node._id === id)
  const root = nodes[start]
  if (!root) return []
  const end = nodes.findIndex((node, index) => index > start && node.depth <= root.depth)
  return nodes.slice(start, end === -1 ? undefined : end)
}

/** Returns the number of levels of a branch: 1 for a category without children. */
export const getBranchHeight = (nodes: CategoryNodes, id: string) => {
  const branch = getBranch(nodes, id)
  return (
    Math.max(...branch.map(({ depth, height = 1 }) => depth + height)) - (branch[0]?.depth ?? 0)
  )
}

const fitsUnder = (nodes: CategoryNodes, id: string, parent: ParentId) =>
  (findNode(nodes, parent)?.depth ?? 0) + getBranchHeight(nodes, id) <= maxCategoryDepth &&
  !getBranch(nodes, id).some(node => node._id === parent)

/** Returns the categories that can be the parent of a category, in display order. */
export const listAllowedParents = (nodes: CategoryNodes, id: string | undefined) =>
  nodes.filter(node =>
    id === undefined ? node.depth < maxCategoryDepth : fitsUnder(nodes, id, node._id),
  )

/**
 * Returns the tree after a move, with the order, depths and positions that the server will compute.
 */
export function moveNode(
  nodes: CategoryNodes,
  id: string,
  { parent, position }: CategoryPosition,
): TreeNode[] {
  const movedNode = findNode(nodes, id)
  if (!movedNode) return [...nodes]
  const countMoved = (parentId: ParentId) =>
    Number(parentId === parent) - Number(parentId === movedNode.parent)
  const siblings = (parentId: ParentId) => {
    const others = getChildren(nodes, parentId).filter(node => node._id !== id)
    const index = Math.max(0, position - getFirstPosition(nodes, parentId))
    return parentId === parent
      ? others.toSpliced(Math.min(index, others.length), 0, movedNode)
      : others
  }
  const buildLevel = (parentId: ParentId, depth: number): TreeNode[] =>
    siblings(parentId).flatMap((node, rank) => [
      {
        ...node,
        parent: parentId,
        depth,
        position: getFirstPosition(nodes, parentId) + rank,
        ...(node.childCount !== undefined && {
          childCount: node.childCount + countMoved(node._id),
        }),
      },
      ...buildLevel(node._id, depth + 1),
    ])
  return buildLevel(null, 1)
}

/**
 * Returns the target of one step: up or down among the siblings, into the previous sibling, or out
 * to the position after the parent. Returns undefined if the category cannot move in that
 * direction.
 */
export function findMoveTarget(
  nodes: CategoryNodes,
  id: string,
  direction: MoveDirection,
): CategoryPosition | undefined {
  const node = findNode(nodes, id)
  if (!node) return undefined
  const siblings = getChildren(nodes, node.parent)
  const rank = siblings.indexOf(node)
  const position = getFirstPosition(nodes, node.parent) + rank
  const parent = findNode(nodes, node.parent)
  if (direction === 'up')
    return rank > 0 ? { parent: node.parent, position: position - 1 } : undefined
  if (direction === 'down')
    return rank < siblings.length - 1 ? { parent: node.parent, position: position + 1 } : undefined
  if (direction === 'out')
    return (
      parent && {
        parent: parent.parent,
        position:
          getFirstPosition(nodes, parent.parent) +
          getChildren(nodes, parent.parent).indexOf(parent) +
          1,
      }
    )
  const previousSibling = siblings[rank - 1]
  return previousSibling && fitsUnder(nodes, id, previousSibling._id)
    ? { parent: previousSibling._id, position: countChildren(nodes, previousSibling._id) }
    : undefined
}

type DragPosition = {
  nodes: CategoryNodes
  /** The displayed rows without the descendants of the dragged category. */
  visibleNodes: CategoryNodes
  /** The dragged category. */
  id: string
  /** The category under the pointer. */
  overId: string
  /** The depth at the horizontal position of the pointer. */
  depth: number
}

/**
 * Returns the position at which a dragged category would land. The depth is limited to what the
 * surrounding rows allow. Returns undefined if the branch has too many levels for the position.
 */
export function findDropTarget({
  nodes,
  visibleNodes,
  id,
  overId,
  depth,
}: DragPosition): (CategoryPosition & { depth: number }) | undefined {
  const fromIndex = visibleNodes.findIndex(node => node._id === id)
  const toIndex = visibleNodes.findIndex(node => node._id === overId)
  if (fromIndex === -1 || toIndex === -1) return undefined
  const rows = visibleNodes.filter(node => node._id !== id)
  const [before, after] = [rows[toIndex - 1], rows[toIndex]]
  const maxDepth = Math.min(
    (before?.depth ?? 0) + 1,
    maxCategoryDepth - getBranchHeight(nodes, id) + 1,
  )
  const dropDepth = Math.max(Math.min(depth, maxDepth), after?.depth ?? 1)
  if (dropDepth > maxDepth) return undefined
  const rowsAbove = rows.slice(0, toIndex).toReversed()
  const parentNode = rowsAbove.find(node => node.depth === dropDepth - 1)
  const parent = dropDepth === 1 ? null : (parentNode?._id ?? null)
  const siblings = getChildren(nodes, parent).filter(node => node._id !== id)
  const position =
    getFirstPosition(nodes, parent) +
    findDropPosition({ siblings, rowsAbove, after, depth: dropDepth })
  return { parent, position, depth: dropDepth }
}

type DropNeighbors = {
  siblings: CategoryNodes
  /** The rows above the drop position, nearest first. */
  rowsAbove: CategoryNodes
  after: CategoryNode | undefined
  depth: number
}

/** Returns the position after the sibling above, or before the one below, or at the end. */
function findDropPosition({ siblings, rowsAbove, after, depth }: DropNeighbors): number {
  const outsideIndex = rowsAbove.findIndex(node => node.depth < depth)
  const previous = rowsAbove
    .slice(0, outsideIndex === -1 ? undefined : outsideIndex)
    .find(node => node.depth === depth)
  if (previous) return siblings.findIndex(node => node._id === previous._id) + 1
  if (after?.depth === depth) return siblings.findIndex(node => node._id === after._id)
  return siblings.length
}
