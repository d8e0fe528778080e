import { expect, test } from 'vitest'
import type { CategoryNode } from '#contract/category.ts'
import {
  findDropTarget,
  findMoveTarget,
  getBranch,
  getBranchHeight,
  listAllowedParents,
  moveNode,
} from './category-moves.ts'

/** Two spaces a level, as it is read. */
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
const shop = tree('home / .lamps / ..desk / .rugs / garden / .pots')

test('a branch is a category with all below it', () => {
  expect(draw(getBranch(shop, 'home'))).toBe('home / .lamps / ..desk / .rugs')
  expect(getBranch(shop, 'pots').map(node => node.name)).toEqual(['pots'])
  expect([
    getBranchHeight(shop, 'home'),
    getBranchHeight(shop, 'garden'),
    getBranchHeight(shop, 'rugs'),
  ]).toEqual([3, 2, 1])
})

test.each([
  ['garden', null, 0, 'garden / .pots / home / .lamps / ..desk / .rugs'],
  ['lamps', 'garden', 0, 'home / .rugs / garden / .lamps / ..desk / .pots'],
  ['lamps', 'garden', 99, 'home / .rugs / garden / .pots / .lamps / ..desk'],
  ['desk', null, 1, 'home / .lamps / .rugs / desk / garden / .pots'],
] as const)('moves %s under %s at %i', (id, parent, position, expected) => {
  const movedNodes = moveNode(shop, id, { parent, position })
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
] as const)('%s one step %s', (id, direction, expected) => {
  const target = findMoveTarget(shop, id, direction)
  expect(target && draw(moveNode(shop, id, target))).toBe(expected)
})

test('nothing is offered that would go too deep', () => {
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
  // dragged, over, wanted level, then where it lands
  ['garden', 'lamps', 1, 'home / .garden / ..pots / .lamps / ..desk / .rugs'],
  ['garden', 'lamps', 9, 'home / .garden / ..pots / .lamps / ..desk / .rugs'],
  ['garden', 'rugs', 3, 'home / .lamps / ..desk / ..garden / ...pots / .rugs'],
  ['rugs', 'pots', 2, 'home / .lamps / ..desk / garden / .pots / .rugs'],
  ['rugs', 'pots', 1, 'home / .lamps / ..desk / garden / .pots / rugs'],
  ['pots', 'pots', 1, 'home / .lamps / ..desk / .rugs / garden / pots'],
  ['desk', 'home', 3, 'desk / home / .lamps / .rugs / garden / .pots'],
] as const)('%s dragged onto %s at level %i', (id, over, depth, expected) => {
  const below = new Set(
    getBranch(shop, id)
      .slice(1)
      .map(node => node._id),
  )
  const landing = findDropTarget(
    shop,
    shop.filter(node => !below.has(node._id)),
    id,
    over,
    depth,
  )
  expect(landing && draw(moveNode(shop, id, landing))).toBe(expected)
})

test('into a folded category it lands behind the children that are not on screen', () => {
  const visibleNodes = shop.filter(node => !['lamps', 'desk', 'rugs', 'pots'].includes(node.name))
  const landing = findDropTarget(shop, visibleNodes, 'garden', 'garden', 2)
  expect(landing).toEqual({ parent: 'home', position: 2, depth: 2 })
})
