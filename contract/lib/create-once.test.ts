import { expect, test } from 'vitest'
import { createOnce } from './create-once.ts'

test('creates a value once for each set of arguments', () => {
  const created: unknown[] = []
  const get = createOnce((name: string, options?: { size: number }) => {
    created.push([name, options])
    return options?.size
  })
  expect([get('a'), get('a', { size: 1 }), get('a', { size: 2 }), get('b')]).toEqual([
    undefined,
    1,
    2,
    undefined,
  ])
  expect([get('a'), get('a', { size: 1 })]).toEqual([undefined, 1])
  expect(created).toHaveLength(4)
})
