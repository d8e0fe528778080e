import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { compareFiles, slowFiles } from './slow-files-first.ts'

test('the slow files exist', () => {
  expect(slowFiles.filter(path => !existsSync(path))).toEqual([])
})

test('the files of a project follow one another, the slow ones first', () => {
  const files = [
    'web/order/order-pages.test.tsx',
    'server/start.test.ts',
    'web/a.tsx',
    'server/a.ts',
  ]
  const sorted = files
    .map(path => ({ moduleId: `/${path}`, project: { name: path.split('/')[0] ?? '' } }))
    .toSorted(compareFiles)
  expect(sorted.map(({ moduleId }) => moduleId)).toEqual([
    '/server/start.test.ts',
    '/server/a.ts',
    '/web/order/order-pages.test.tsx',
    '/web/a.tsx',
  ])
})
