import type { Reporter, TestCase } from 'vitest/node'

/**
 * Prints the flaky tests and the failed tests at the end of a run, so that a retry hides nothing.
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
      for (const test of flaky) console.log(`flaky: ${getTestName(test)}`)
      for (const test of failed)
        console.log(
          `failed: ${getTestName(test)}: ${test.result().errors?.[0]?.message.split('\n')[0]?.slice(0, 300)}`,
        )
    },
  }
}
