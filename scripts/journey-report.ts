import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

/** Written at the end of the journeys, cleared at their start. */
export const journeyReport = 'test-results/journeys.json'

/** Each journey that failed, also one that passed at its second try, in a line with where and why: the last words of a long output. */
export function tellJourneys() {
  if (!existsSync(journeyReport)) return
  const report: JSONReport = JSON.parse(readFileSync(journeyReport, 'utf8'))
  for (const line of report.suites.flatMap(failures)) console.log(line)
}

const failures = ({ suites = [], specs }: JSONReportSuite): string[] => [
  ...suites.flatMap(failures),
  ...specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ status, results }) => {
      const error = results.flatMap(({ errors }) => errors)[0]
      if (status !== 'unexpected' && status !== 'flaky') return []
      const place = error?.location ? `:${error.location.line}` : ''
      // The words are coloured for a terminal.
      const words = stripVTControlCharacters(error?.message ?? 'no message')
        .split('\n')
        .filter(Boolean)
        .slice(0, 4)
        .join(' | ')
      return [
        `${status === 'flaky' ? 'flaky' : 'failed'}: ${file}${place} ${title.slice(0, 60)}: ${words.slice(0, 300)}`,
      ]
    }),
  ),
]
