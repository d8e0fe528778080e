import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobRules } from '../server/job-rules.ts'
import { rateLimitRules } from '../server/lib/security/rate-limit-rule.ts'
import { startTestApp, type TestApp } from '../server/testing/testing.ts'

let t: TestApp
beforeAll(async () => {
  t = await startTestApp()
})
afterAll(() => t.close())

/** Returns the cells of the rows of a section whose first cell is a name. */
function readTable(heading: string): Record<string, string[]> {
  const text = readFileSync('docs/limits.md', 'utf8')
  const section = text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const rows = section
    .split('\n')
    .filter(line => /^\| `[a-z][\w.]+` /.test(line))
    .map(line =>
      line
        .split('|')
        .slice(1, -1)
        .map(cell => cell.trim().replaceAll('`', '')),
    )
  return Object.fromEntries(rows.map(([name = '', ...cells]) => [name, cells]))
}

test('every job has a deadline', () => {
  expect(Object.keys(t.app.jobs).toSorted()).toEqual(Object.keys(jobRules).toSorted())
})

test('docs/limits.md lists every job with its deadline', () => {
  expect(readTable('Jobs')).toEqual(
    Object.fromEntries(
      Object.entries(jobRules).map(([job, { deadline, workers = 'main' }]) => [
        job,
        [deadline, workers],
      ]),
    ),
  )
})

test('docs/limits.md lists every rate limit', () => {
  const documented = Object.entries(readTable('Rate limits')).map(([rule, cells]) => [
    rule,
    cells.slice(0, 3),
  ])
  const rules: Record<string, { source?: string; pair?: string; target?: string }> = rateLimitRules
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(
      Object.entries(rules).map(([rule, { source = '', pair = '', target = '' }]) => [
        rule,
        [source, pair, target],
      ]),
    ),
  )
})
