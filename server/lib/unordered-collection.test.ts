import { expect, test } from 'vitest'
import { OpenList } from './open-list.ts'

test('holds the objects that were added and not removed', () => {
  const list = new OpenList<string>()
  const [removeA, removeB, removeC] = ['a', 'b', 'c'].map(item => list.add(item))
  removeA?.()
  expect([...list].toSorted()).toEqual(['b', 'c'])
  removeA?.()
  removeC?.()
  expect([...list]).toEqual(['b'])
  list.add('b')
  removeB?.()
  expect([...list]).toEqual(['b'])
})

test('visits each object once, although each is removed when it is visited', () => {
  const list = new OpenList<{ remove: () => void }>()
  const items = [1, 2, 3].map(() => {
    const item = { remove: () => {} }
    item.remove = list.add(item)
    return item
  })
  const visited = []
  for (const item of list) {
    visited.push(item)
    item.remove()
  }
  expect(visited).toEqual(items)
  expect([...list]).toEqual([])
})
