import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { translateStack } from './source-stack.ts'

test('replaces positions in files with a source map, and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'storewright-stack-'))
  const built = join(folder, 'app.js')
  // The first column of the second line is the third column of the second line of the source.
  const map = { version: 3, sources: ['../server/order.ts'], names: [], mappings: ';AACE' }
  await writeFile(`${built}.map`, JSON.stringify(map))
  const source = `${join(folder, '../server/order.ts')}:2:3`
  const other = '    at read (file:///somewhere/other.js:4:5)\n    at node:internal/process:1:2'
  expect(
    translateStack(`    at pay (file://${built}:2:1)\n    at async ${built}:2:9\n${other}`),
  ).toBe(`    at pay (${source})\n    at async ${source}\n${other}`)
  await rm(folder, { recursive: true })
})
