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
          test => `failed: ${getName(test)}: ${summarizeErrors(test.result().errors)}`,
        ),
        ...modules
          .filter(module => module.errors().length > 0)
          .map(module => `failed: ${module.relativeModuleId}: ${summarizeErrors(module.errors())}`),
        ...unhandledErrors.map(error => `failed outside of the tests: ${summarizeErrors([error])}`),
      ]
      for (const line of lines) console.log(line)
      const summaryFile = process.env['TEST_FAILURES_FILE']
      if (summaryFile) appendFileSync(summaryFile, lines.map(line => `${line}\n`).join(''))
    },
  }
}

const getName = (test: TestCase) => `${test.module.relativeModuleId} > ${test.fullName}`

/** Returns the start of the first error in one line. The error of a page test ends with its text. */
const summarizeErrors = (errors: readonly SerializedError[] = []) =>
  errors[0]?.message.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 1200)
