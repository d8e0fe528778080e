import { appendFileSync } from 'node:fs'
import type { Reporter, SerializedError, TestCase } from 'vitest/node'

/**
 * Prints all failures at the end of a run. `scripts/check/check.ts` sets TEST_FAILURES_FILE to repeat
 * them in its summary.
 */
export function failureReporter(): Reporter {
  const failedTests: TestCase[] = []
  return {
    onTestCaseResult(test) {
      if (test.result().state === 'failed') failedTests.push(test)
    },
    onTestRunEnd(modules, unhandledErrors) {
      const lines = [
        ...failedTests.map(
          test => `failed: ${getName(test)}: ${getFirstLine(test.result().errors)}`,
        ),
        ...modules
          .filter(module => module.errors().length > 0)
          .map(module => `failed: ${module.relativeModuleId}: ${getFirstLine(module.errors())}`),
        ...unhandledErrors.map(error => `failed outside of the tests: ${getFirstLine([error])}`),
      ]
      for (const line of lines) console.log(line)
      const summaryFile = process.env['TEST_FAILURES_FILE']
      if (summaryFile) appendFileSync(summaryFile, lines.map(line => `${line}\n`).join(''))
    },
  }
}

const getName = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`

const getFirstLine = (errors: readonly SerializedError[] = []) =>
  errors[0]?.message.split('\n')[0]?.slice(0, 300)
