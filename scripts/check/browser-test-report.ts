import { existsSync, readFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

/** Playwright writes this report at the end of a run and clears its folder at the start. */
export const browserTestReport = 'test-results/browser-tests.json'

/** Returns one line for each failed browser test, with its place and the reason. */
export function listBrowserTestFailures(): string[] {
  if (!existsSync(browserTestReport)) return []
  const report: JSONReport = JSON.parse(readFileSync(browserTestReport, 'utf8'))
  return report.suites.flatMap(listFailures)
}

const listFailures = ({ title: group, suites = [], specs }: JSONReportSuite): string[] => [
  ...suites.flatMap(listFailures),
  ...specs.flatMap(({ file, title, tests }) =>
    tests.flatMap(({ status, results }) => {
      if (status !== 'unexpected') return []
      const error = results.flatMap(({ errors }) => errors)[0]
      const lineSuffix = error?.location ? `:${error.location.line}` : ''
      // Playwright colors its messages for a terminal.
      const summary = stripVTControlCharacters(error?.message ?? 'no message')
        .split('\n')
        .filter(Boolean)
        // A difference between lists begins in the fifth line.
        .slice(0, 8)
        .join(' | ')
      const name = group === file ? title : `${group} › ${title}`
      return [`failed: ${file}${lineSuffix} ${name.slice(0, 90)}: ${summary.slice(0, 600)}`]
    }),
  ),
]
