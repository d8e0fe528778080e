import type { Reporter, TestCase } from 'vitest/node'

/** Names the tests that passed at their second try only, so that a retry hides nothing. */
export function flakyReporter(): Reporter {
  const flaky: TestCase[] = []
  return {
    onTestCaseResult(test) {
      if (test.diagnostic()?.flaky) flaky.push(test)
    },
    onTestRunEnd() {
      for (const test of flaky) console.log(`flaky: ${test.module.relativeModuleId} > ${test.fullName}`)
    },
  }
}
