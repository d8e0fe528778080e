import { expect, test } from 'vitest'
import {
  buildNavTree,
  flattenNavTree,
  getEntryPaths,
  moveEntry,
  type NavEntry,
  removeEntry,
} from './cms-nav-tree.ts'

const parseOutline = (outline: string): NavEntry[] =>
  outline.split(' ').map(word => ({
    depth: word.lastIndexOf('.') + 2,
    label: word.replaceAll('.', ''),
    kind: 'url',
    target: '/',
    newTab: false,
  }))
const draw = (entries: readonly NavEntry[]) =>
  entries.map(entry => '.'.repeat(entry.depth - 1) + entry.label).join(' ')
const menu = parseOutline('a .b ..c .d e')

test('converts a tree to a list and back', () => {
  expect(draw(flattenNavTree(buildNavTree(menu)))).toBe('a .b ..c .d e')
  expect(getEntryPaths(menu)).toEqual([
    '0',
    '0.children.0',
    '0.children.0.children.0',
    '0.children.1',
    '1',
  ])
})

test.each([
  [4, 'up', 'e a .b ..c .d'],
  [0, 'down', 'e a .b ..c .d'],
  [3, 'up', 'a .d .b ..c e'],
  [1, 'down', 'a .d .b ..c e'],
  [0, 'up', undefined],
  [4, 'down', undefined],
  [4, 'in', 'a .b ..c .d .e'],
  [3, 'in', 'a .b ..c ..d e'],
  [1, 'in', undefined],
  [2, 'in', undefined],
  [3, 'out', 'a .b ..c d e'],
  [1, 'out', undefined],
  [0, 'out', undefined],
] as const)('moves entry %i one step %s', (index, direction, expected) => {
  const next = moveEntry(menu, index, direction)
  expect(next && draw(next)).toBe(expected)
})

test('removes an entry with its children', () => expect(draw(removeEntry(menu, 1))).toBe('a .d e'))
