import { maxNavDepth, type NavTree, type navKinds } from '#contract/cms.ts'

/** An entry of a menu in a flat list, in reading order; depth from 1, as the editor draws it. */
export type NavEntry = {
  depth: number
  label: string
  kind: (typeof navKinds)[number]
  target: string
  newTab: boolean
}
type Plain = Omit<NavEntry, 'depth'>
type Nested = Plain & { children?: readonly Nested[] }

const plain = ({ label, kind, target, newTab }: Plain): Plain => ({ label, kind, target, newTab })

export const flatten = (tree: readonly Nested[], depth = 1): NavEntry[] =>
  tree.flatMap(node => [{ ...plain(node), depth }, ...flatten(node.children ?? [], depth + 1)])

/** Entries of one level with what lies below each. */
function branches(
  entries: readonly NavEntry[],
  depth: number,
): { entry: NavEntry; below: NavEntry[] }[] {
  const found: { entry: NavEntry; below: NavEntry[] }[] = []
  for (const entry of entries) {
    if (entry.depth <= depth) found.push({ entry, below: [] })
    else found.at(-1)?.below.push(entry)
  }
  return found
}

export const unflatten = (entries: readonly NavEntry[]): NavTree =>
  branches(entries, 1).map(({ entry, below }) => ({
    ...plain(entry),
    children: branches(below, 2).map(inner => ({
      ...plain(inner.entry),
      children: inner.below.map(plain),
    })),
  }))

/** Where an entry stands in the tree, as the contract's refusals name it: `0.children.1`. */
export function pathsOf(entries: readonly NavEntry[]): string[] {
  const counts: number[] = []
  return entries.map(({ depth }) => {
    counts.length = depth
    counts[depth - 1] = (counts[depth - 1] ?? -1) + 1
    return counts.slice(0, depth).join('.children.')
  })
}

const endOf = (entries: readonly NavEntry[], index: number) => {
  const depth = entries[index]?.depth ?? 0
  const end = entries.findIndex((entry, at) => at > index && entry.depth <= depth)
  return end === -1 ? entries.length : end
}
const heightOf = (entries: readonly NavEntry[], index: number) =>
  Math.max(...entries.slice(index, endOf(entries, index)).map(entry => entry.depth)) -
  (entries[index]?.depth ?? 0) +
  1

export const removeEntry = (entries: readonly NavEntry[], index: number) =>
  entries.toSpliced(index, endOf(entries, index) - index)

/** The list after one step of an entry with what lies below it; nothing where that way is closed. */
export function stepEntry(
  entries: readonly NavEntry[],
  index: number,
  way: 'up' | 'down' | 'in' | 'out',
): NavEntry[] | undefined {
  const entry = entries[index]
  if (!entry) return undefined
  const end = endOf(entries, index)
  const shifted = (by: number) =>
    entries.map((other, at) =>
      at >= index && at < end ? { ...other, depth: other.depth + by } : other,
    )
  const before = entries.slice(0, index).findLastIndex(other => other.depth <= entry.depth)
  const hasBefore = before !== -1 && entries[before]?.depth === entry.depth
  if (way === 'in')
    return hasBefore && entry.depth + heightOf(entries, index) <= maxNavDepth
      ? shifted(1)
      : undefined
  if (way === 'out')
    return entry.depth > 1 && entries[end]?.depth !== entry.depth ? shifted(-1) : undefined
  if (way === 'up')
    return hasBefore
      ? [
          ...entries.slice(0, before),
          ...entries.slice(index, end),
          ...entries.slice(before, index),
          ...entries.slice(end),
        ]
      : undefined
  return entries[end]?.depth === entry.depth ? stepEntry(entries, end, 'up') : undefined
}
