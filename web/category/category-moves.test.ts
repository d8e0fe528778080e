import { expect, test } from 'vitest'
import type { CategoryNode } from '#contract/product/category.ts'
import {
  findDropTarget,
  findMoveTarget,
  getBranch,
  getBranchHeight,
  listAllowedParents,
  moveNode,
} from './category-moves.ts'

/** Parses an outline in which each dot is one level. */
function tree(outline: string): CategoryNode[] {
  const nodes: CategoryNode[] = []
  for (const line of outline.split(' / ')) {
    const name = line.replaceAll('.', '')
    const depth = line.length - name.length + 1
    const parent = nodes.findLast(node => node.depth === depth - 1)?._id ?? null
    const position = nodes.filter(node => node.parent === parent).length
    nodes.push({
      _id: name,
      name,
      slug: name,
      parent,
      depth,
      position,
      status: 'visible',
      image: '',
      productCount: 0,
    })
  }
  return nodes
}
const draw = (nodes: readonly CategoryNode[]) =>
  nodes.map(node => '.'.repeat(node.depth - 1) + node.name).join(' / ')
const storeTree = tree('home / .lamps / ..desk / .rugs / garden / .pots')

test('a branch is a category with all its descendants', () => {
  expect(draw(getBranch(storeTree, 'home'))).toBe('home / .lamps / ..desk / .rugs')
  expect(getBranch(storeTree, 'pots').map(node => node.name)).toEqual(['pots'])
  expect([
    getBranchHeight(storeTree, 'home'),
    getBranchHeight(storeTree, 'garden'),
    getBranchHeight(storeTree, 'rugs'),
  ]).toEqual([3, 2, 1])
})

test.each([
  ['garden', null, 0, 'garden / .pots / home / .lamps / ..desk / .rugs'],
  ['lamps', 'garden', 0, 'home / .rugs / garden / .lamps / ..desk / .pots'],
  ['lamps', 'garden', 99, 'home / .rugs / garden / .pots / .lamps / ..desk'],
  ['desk', null, 1, 'home / .lamps / .rugs / desk / garden / .pots'],
] as const)('moves %s to parent %s at position %i', (id, parent, position, expected) => {
  const movedNodes = moveNode(storeTree, id, { parent, position })
  expect(draw(movedNodes)).toBe(expected)
  expect(movedNodes.filter(node => node.parent === parent).map(node => node.position)).toEqual(
    movedNodes.filter(node => node.parent === parent).map((_, rank) => rank),
  )
})

test.each([
  ['garden', 'up', 'garden / .pots / home / .lamps / ..desk / .rugs'],
  ['home', 'up', undefined],
  ['rugs', 'down', undefined],
  ['lamps', 'down', 'home / .rugs / .lamps / ..desk / garden / .pots'],
  ['rugs', 'in', 'home / .lamps / ..desk / ..rugs / garden / .pots'],
  ['lamps', 'in', undefined],
  ['lamps', 'out', 'home / .rugs / lamps / .desk / garden / .pots'],
  ['home', 'out', undefined],
] as const)('moves %s one step %s', (id, direction, expected) => {
  const target = findMoveTarget(storeTree, id, direction)
  expect(target && draw(moveNode(storeTree, id, target))).toBe(expected)
})

test('offers no move that exceeds the maximum depth', () => {
  const deep = tree('a / .b / ..c / ...d / e / .f')
  expect(findMoveTarget(deep, 'e', 'in')).toEqual({ parent: 'a', position: 1 })
  expect(listAllowedParents(deep, 'e').map(node => node.name)).toEqual(['a', 'b'])
  expect(listAllowedParents(deep, undefined).map(node => node.name)).toEqual([
    'a',
    'b',
    'c',
    'e',
    'f',
  ])
})

test.each([
  // dragged category, category under the pointer, requested level, expected tree
  ['garden', 'lamps', 1, 'home / .garden / ..pots / .lamps / ..desk / .rugs'],
  ['garden', 'lamps', 9, 'home / .garden / ..pots / .lamps / ..desk / .rugs'],
  ['garden', 'rugs', 3, 'home / .lamps / ..desk / ..garden / ...pots / .rugs'],
  ['rugs', 'pots', 2, 'home / .lamps / ..desk / garden / .pots / .rugs'],
  ['rugs', 'pots', 1, 'home / .lamps / ..desk / garden / .pots / rugs'],
  ['pots', 'pots', 1, 'home / .lamps / ..desk / .rugs / garden / pots'],
  ['desk', 'home', 3, 'desk / home / .lamps / .rugs / garden / .pots'],
] as const)('drops %s onto %s at level %i', (id, overId, depth, expected) => {
  const descendantIds = new Set(
    getBranch(storeTree, id)
      .slice(1)
      .map(node => node._id),
  )
  const target = findDropTarget({
    nodes: storeTree,
    visibleNodes: storeTree.filter(node => !descendantIds.has(node._id)),
    id,
    overId,
    depth,
  })
  expect(target && draw(moveNode(storeTree, id, target))).toBe(expected)
})

test('drops into a collapsed category after its hidden children', () => {
  const visibleNodes = storeTree.filter(
    node => !['lamps', 'desk', 'rugs', 'pots'].includes(node.name),
  )
  const target = findDropTarget({
    nodes: storeTree,
    visibleNodes,
    id: 'garden',
    overId: 'garden',
    depth: 2,
  })
  expect(target).toEqual({ parent: 'home', position: 2, depth: 2 })
})

test('counts the top-level categories of earlier pages and subcategories that are not loaded', () => {
  const page = tree('lamps / rugs / pots').map((node, index) => ({
    ...node,
    position: 10 + index,
    childCount: node.name === 'lamps' ? 3 : 0,
    height: node.name === 'lamps' ? 3 : 1,
  }))
  expect(findMoveTarget(page, 'pots', 'up')).toEqual({ parent: null, position: 11 })
  expect(findMoveTarget(page, 'rugs', 'in')).toEqual({ parent: 'lamps', position: 3 })
  const moved = moveNode(page, 'rugs', { parent: 'lamps', position: 3 })
  expect(moved.map(({ name, position, childCount }) => [name, position, childCount])).toEqual([
    ['lamps', 10, 4],
    ['rugs', 3, 0],
    ['pots', 11, 0],
  ])
  expect(findMoveTarget(moved, 'pots', 'in')).toEqual({ parent: 'lamps', position: 4 })
  expect(listAllowedParents(page, 'lamps').map(node => node.name)).toEqual(['rugs', 'pots'])
})
