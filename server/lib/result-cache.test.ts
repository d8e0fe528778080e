import { expect, test } from 'vitest'
import { createResultCache } from './result-cache.ts'

test('requests at the same time and later ones have one result', async () => {
  const load = createResultCache<number>(2)
  let count = 0
  const loadNext = async () => ++count
  expect(await Promise.all([load('a', loadNext), load('a', loadNext)])).toEqual([1, 1])
  expect(await load('a', loadNext)).toBe(1)
  expect(await load('b', loadNext)).toBe(2)
  expect(await load('c', loadNext)).toBe(3)
  expect(await load('a', loadNext)).toBe(4)
})

test('a request loads its own result if another one failed', async () => {
  const load = createResultCache<number>(2)
  const failed = load('a', () => Promise.reject(new Error('canceled')))
  const other = load('a', async () => 1)
  await expect(failed).rejects.toThrow('canceled')
  expect(await other).toBe(1)
  expect(await load('a', async () => 2)).toBe(1)
})
