import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { assignThroughVariables } from './short-lived-queries-plugin.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: (options: { type: 'minor' | 'major' }) => void = runInNewContext('gc')

const source = readFileSync(
  fileURLToPath(import.meta.resolve('postgres')).replace(/index\.js$/, 'query.js'),
  'utf8',
)

type QueryModule = { Query: new (strings: string[], args: unknown[], handler: object) => object }
const importQuery = async (code: string): Promise<QueryModule['Query']> =>
  (await import(`data:text/javascript,${encodeURIComponent(code)}`)).Query

/** Returns the megabytes of dropped queries that only a major garbage collection frees. */
function measureKeptMemory(Query: QueryModule['Query']): number {
  collectGarbage({ type: 'major' })
  for (let count = 0; count < 20_000; count++) new Query(['select 1'], [], {})
  collectGarbage({ type: 'minor' })
  collectGarbage({ type: 'minor' })
  const keptBytes = process.memoryUsage().heapUsed
  collectGarbage({ type: 'major' })
  return (keptBytes - process.memoryUsage().heapUsed) / 1_000_000
}

test('a minor garbage collection frees the queries of the built server', async () => {
  expect(measureKeptMemory(await importQuery(source))).toBeGreaterThan(5)
  expect(measureKeptMemory(await importQuery(assignThroughVariables(source)))).toBeLessThan(2)
})

test('a changed driver fails the build', () => {
  expect(() => assignThroughVariables('export class Query extends Promise {}')).toThrow(
    'have changed',
  )
})
