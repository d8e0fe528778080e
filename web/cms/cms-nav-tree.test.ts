import { expect, test } from 'vitest'
import {
  flatten,
  type NavEntry,
  pathsOf,
  removeEntry,
  stepEntry,
  unflatten,
} from './cms-nav-tree.ts'

const read = (drawn: string): NavEntry[] =>
  drawn.split(' ').map(word => ({
    depth: word.lastIndexOf('.') + 2,
    label: word.replaceAll('.', ''),
    kind: 'url',
    target: '/',
    newTab: false,
  }))
const draw = (entries: readonly NavEntry[]) =>
  entries.map(entry => '.'.repeat(entry.depth - 1) + entry.label).join(' ')
const menu = read('a .b ..c .d e')

test('a tree becomes a list and a tree again', () => {
  expect(draw(flatten(unflatten(menu)))).toBe('a .b ..c .d e')
  expect(pathsOf(menu)).toEqual([
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
] as const)('entry %i one step %s', (index, way, after) => {
  const next = stepEntry(menu, index, way)
  expect(next && draw(next)).toBe(after)
})

test('with an entry goes what lies under it', () =>
  expect(draw(removeEntry(menu, 1))).toBe('a .d e'))
