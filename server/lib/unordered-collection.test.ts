import { expect, test } from 'vitest'
import { UnorderedCollection } from './unordered-collection.ts'

test('holds the objects that were added and not removed', () => {
  const collection = new UnorderedCollection<string>()
  const [removeA, removeB, removeC] = ['a', 'b', 'c'].map(item => collection.add(item))
  removeA?.()
  expect([...collection].toSorted()).toEqual(['b', 'c'])
  removeA?.()
  removeC?.()
  expect([...collection]).toEqual(['b'])
  collection.add('b')
  removeB?.()
  expect([...collection]).toEqual(['b'])
})

test('visits each object once, even if the loop removes it', () => {
  const collection = new UnorderedCollection<{ remove: () => void }>()
  const items = [1, 2, 3].map(() => {
    const item = { remove: () => {} }
    item.remove = collection.add(item)
    return item
  })
  const visited = []
  for (const item of collection) {
    visited.push(item)
    item.remove()
  }
  expect(visited).toEqual(items)
  expect([...collection]).toEqual([])
})
