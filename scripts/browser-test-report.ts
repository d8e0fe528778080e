import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

/** Written at the end of the journeys, cleared at their start. */
export const browserTestReport = 'test-results/journeys.json'

/** Each journey that failed, also one that passed at its second try, in a line with where and why: the last words of a long output. */
export function printBrowserTestFailures() {
  if (!existsSync(browserTestReport)) return
  const report: JSONReport = JSON.parse(readFileSync(browserTestReport, 'utf8'))
  for (const line of report.suites.flatMap(listFailures)) console.log(line)
}

const listFailures = ({ suites = [], specs }: JSONReportSuite): string[] => [
  ...suites.flatMap(listFailures),
  ...specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ status, results }) => {
      const error = results.flatMap(({ errors }) => errors)[0]
      if (status !== 'unexpected' && status !== 'flaky') return []
      const lineSuffix = error?.location ? `:${error.location.line}` : ''
      // The words are coloured for a terminal.
      const summary = stripVTControlCharacters(error?.message ?? 'no message')
        .split('\n')
        .filter(Boolean)
        .slice(0, 4)
        .join(' | ')
      return [
        `${status === 'flaky' ? 'flaky' : 'failed'}: ${file}${lineSuffix} ${title.slice(0, 60)}: ${summary.slice(0, 300)}`,
      ]
    }),
  ),
]
