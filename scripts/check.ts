import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listBrowserTestFailures } from './browser-test-report.ts'
import { findChromium, installChromium } from './find-chromium.ts'
import { findFreePort } from './find-free-port.ts'
import { listSourceFiles } from './list-source-files.ts'

interface Step {
  name: string
  /** The script and its arguments, run by the pinned Node. */
  args: string[]
  env?: Record<string, string>
}

const steps: Step[] = [
  { name: 'types', args: ['node_modules/typescript/bin/tsc', '-p', '.'] },
  {
    name: 'format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'],
  },
  { name: 'shape', args: ['scripts/check-shape.ts'] },
  { name: 'boundaries', args: ['scripts/check-boundaries.ts'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'bundle size', args: ['scripts/check-bundle-size.ts'] },
  { name: 'faults (short)', args: ['faults/run-faults.ts', '--short'] },
  { name: 'tests', args: ['node_modules/vitest/vitest.mjs', 'run'] },
  { name: 'tests in random order', args: ['scripts/check-random-order.ts'] },
]

const failedSteps: string[] = []
const timings: string[] = []
let browserTestFailures: string[] = []
/** The vitest reporter writes failures, and tests that passed only in their retry, to this file. */
const testFailuresFile = join(tmpdir(), `storewright-failures-${process.pid}.txt`)
let currentProcess: ChildProcess | undefined
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    currentProcess?.kill(signal)
    process.exitCode = 1
    failedSteps.push('interrupted')
  })
}

for (const step of steps) await runStep(step)
// The output of the browser tests is long and would hide an earlier failure.
if (process.argv.includes('--browser') && failedSteps.length === 0) await runBrowserTests()

console.log(`\n${timings.join('\n')}`)
const testFailures = existsSync(testFailuresFile) ? readFileSync(testFailuresFile, 'utf8') : ''
rmSync(testFailuresFile, { force: true })
console.log(`\n${testFailures}${browserTestFailures.map(line => `${line}\n`).join('')}`)
console.log(failedSteps.length === 0 ? 'All passed.' : `Failed: ${failedSteps.join(', ')}`)
process.exit(failedSteps.length === 0 ? 0 : 1)

async function runStep({ name, args, env }: Step) {
  if (failedSteps.includes('interrupted')) return
  console.log(`\n── ${name}`)
  const startedAt = performance.now()
  currentProcess = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, TEST_FAILURES_FILE: testFailuresFile, ...env },
  })
  const [code] = await once(currentProcess, 'exit')
  currentProcess = undefined
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)
  timings.push(`${code === 0 ? 'passed' : 'FAILED'}  ${seconds} s  ${name}`)
  if (code !== 0) failedSteps.push(name)
}

async function runBrowserTests() {
  const name = 'browser tests'
  if (!listSourceFiles(['e2e']).some(path => path.endsWith('.spec.ts'))) {
    failedSteps.push(`${name} (there are none)`)
  } else if (!findChromium() && !installChromium()) {
    console.error('No Chromium was found and none could be installed; set CHROMIUM_PATH to one.')
    failedSteps.push(name)
  } else {
    await runStep({
      name,
      args: ['node_modules/@playwright/test/cli.js', 'test'],
      env: { E2E_PORT: String(await findFreePort()) },
    })
    browserTestFailures = listBrowserTestFailures()
  }
}
