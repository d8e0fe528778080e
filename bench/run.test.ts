import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { benchCalls } from './bench-calls.ts'

test('npm run bench prints a row for each call, without failed requests', async () => {
  const { stdout } = await promisify(execFile)('node_modules/.bin/node', [
    'bench/run.ts',
    ...['--rows', '50', '--stores', '1', '--connections', '2'],
    ...['--seconds', '0.02', '--rounds', '1'],
  ])
  const rows = stdout.split('\n').filter(line => line.startsWith('| 50 |'))
  expect(rows.map(row => row.split(' | ')[3])).toEqual(benchCalls.map(({ title }) => title))
  expect(rows.filter(row => row.includes('failed') || row.includes('too few'))).toEqual([])
}, 600_000)
