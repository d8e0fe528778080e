import { appendFileSync } from 'node:fs'
import type { Reporter, TestCase } from 'vitest/node'

/**
 * Prints the flaky tests and the failed tests at the end of a run, so that a retry hides nothing.
 * `scripts/check.ts` sets FLAKY_TESTS_FILE to repeat the flaky ones in its summary.
 */
export function flakyReporter(): Reporter {
  const flaky: TestCase[] = []
  const failed: TestCase[] = []
  const getTestName = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`
  return {
    onTestCaseResult(test) {
      if (test.diagnostic()?.flaky) flaky.push(test)
      if (test.result().state === 'failed') failed.push(test)
    },
    onTestRunEnd() {
      const summaryFile = process.env['FLAKY_TESTS_FILE']
      for (const test of flaky) {
        const line = `flaky: ${getTestName(test)}`
        console.log(line)
        if (summaryFile) appendFileSync(summaryFile, `${line}\n`)
      }
      for (const test of failed)
        console.log(
          `failed: ${getTestName(test)}: ${test.result().errors?.[0]?.message.split('\n')[0]?.slice(0, 300)}`,
        )
    },
  }
}
