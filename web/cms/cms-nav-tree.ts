import { maxNavDepth, type NavTree, type navKinds } from '#contract/cms/cms-navigation.ts'

/** An entry of the flat list that the editor displays, in display order. Depth starts at 1. */
export type NavEntry = {
  depth: number
  label: string
  kind: (typeof navKinds)[number]
  target: string
  newTab: boolean
}
type NavEntryFields = Omit<NavEntry, 'depth'>
type NestedNavEntry = NavEntryFields & { children?: readonly NestedNavEntry[] }

const pickEntryFields = ({ label, kind, target, newTab }: NavEntryFields): NavEntryFields => ({
  label,
  kind,
  target,
  newTab,
})

export const flattenNavTree = (tree: readonly NestedNavEntry[], depth = 1): NavEntry[] =>
  tree.flatMap(node => [
    { ...pickEntryFields(node), depth },
    ...flattenNavTree(node.children ?? [], depth + 1),
  ])

/** Groups entries by their ancestor at the given depth. */
function groupBranches(
  entries: readonly NavEntry[],
  depth: number,
): { entry: NavEntry; descendants: NavEntry[] }[] {
  const groups: { entry: NavEntry; descendants: NavEntry[] }[] = []
  for (const entry of entries) {
    if (entry.depth <= depth) groups.push({ entry, descendants: [] })
    else groups.at(-1)?.descendants.push(entry)
  }
  return groups
}

export const buildNavTree = (entries: readonly NavEntry[]): NavTree =>
  groupBranches(entries, 1).map(({ entry, descendants }) => ({
    ...pickEntryFields(entry),
    children: groupBranches(descendants, 2).map(inner => ({
      ...pickEntryFields(inner.entry),
      children: inner.descendants.map(pickEntryFields),
    })),
  }))

/** Returns the path of each entry in the tree as validation errors name it: `0.children.1`. */
export function getEntryPaths(entries: readonly NavEntry[]): string[] {
  const counts: number[] = []
  return entries.map(({ depth }) => {
    counts.length = depth
    counts[depth - 1] = (counts[depth - 1] ?? -1) + 1
    return counts.slice(0, depth).join('.children.')
  })
}

const findBranchEnd = (entries: readonly NavEntry[], index: number) => {
  const depth = entries[index]?.depth ?? 0
  const end = entries.findIndex((entry, position) => position > index && entry.depth <= depth)
  return end === -1 ? entries.length : end
}
const getBranchHeight = (entries: readonly NavEntry[], index: number) =>
  Math.max(...entries.slice(index, findBranchEnd(entries, index)).map(entry => entry.depth)) -
  (entries[index]?.depth ?? 0) +
  1

export const removeEntry = (entries: readonly NavEntry[], index: number) =>
  entries.toSpliced(index, findBranchEnd(entries, index) - index)

/**
 * Returns the list after an entry and its descendants move one step, or undefined if they cannot.
 */
export function moveEntry(
  entries: readonly NavEntry[],
  index: number,
  direction: 'up' | 'down' | 'in' | 'out',
): NavEntry[] | undefined {
  const entry = entries[index]
  if (!entry) return undefined
  const end = findBranchEnd(entries, index)
  const shiftDepth = (delta: number) =>
    entries.map((other, position) =>
      position >= index && position < end ? { ...other, depth: other.depth + delta } : other,
    )
  const previousIndex = entries.slice(0, index).findLastIndex(other => other.depth <= entry.depth)
  const hasPreviousSibling = previousIndex !== -1 && entries[previousIndex]?.depth === entry.depth
  if (direction === 'in')
    return hasPreviousSibling && entry.depth + getBranchHeight(entries, index) <= maxNavDepth
      ? shiftDepth(1)
      : undefined
  if (direction === 'out')
    return entry.depth > 1 && entries[end]?.depth !== entry.depth ? shiftDepth(-1) : undefined
  if (direction === 'up')
    return hasPreviousSibling
      ? [
          ...entries.slice(0, previousIndex),
          ...entries.slice(index, end),
          ...entries.slice(previousIndex, index),
          ...entries.slice(end),
        ]
      : undefined
  return entries[end]?.depth === entry.depth ? moveEntry(entries, end, 'up') : undefined
}
