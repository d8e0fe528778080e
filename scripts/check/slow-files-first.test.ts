import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { slowFiles } from './slow-files-first.ts'

test('the slow files exist', () => {
  expect(slowFiles.filter(path => !existsSync(path))).toEqual([])
})
