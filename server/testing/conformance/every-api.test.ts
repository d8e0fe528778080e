import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { allApis } from '#contract/all.ts'
import type { Route } from '#contract/lib/call/api.ts'
import { listSourceFiles } from '../../../scripts/check/list-source-files.ts'

const projectRoot = join(import.meta.dirname, '../../..')
const apiFiles = listSourceFiles(['contract']).filter(path =>
  /^export const \w+ = defineApi\(/m.test(readFileSync(path, 'utf8')),
)

test('the API lists the calls of each file of the contract', async () => {
  const listed = new Set(allApis.flatMap(api => Object.values(api).map(({ name }) => name)))
  expect(apiFiles.length).toBeGreaterThan(50)
  for (const path of apiFiles) {
    const exported: Record<string, Record<string, Route>> = await import(join(projectRoot, path))
    const apis = Object.entries(exported).filter(([name]) => name.endsWith('Api'))
    expect(apis.length, path).toBeGreaterThan(0)
    for (const [, api] of apis)
      for (const { name } of Object.values(api)) expect(listed, path).toContain(name)
  }
})
