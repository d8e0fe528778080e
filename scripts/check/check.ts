import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../server/db/cluster/find-free-port.ts'
import { findChromium, installChromium } from '../page/find-chromium.ts'
import { listBrowserTestFailures } from './browser-test-report.ts'
import { listSourceFiles } from './list-source-files.ts'

interface Step {
  name: string
  /** The script and its arguments, run by the pinned Node. */
  args: string[]
  env?: Record<string, string>
}

const tests: Step = { name: 'tests', args: ['node_modules/vitest/vitest.mjs', 'run'] }
const shortFaults: Step = { name: 'faults (short)', args: ['faults/run-faults.ts', '--short'] }
const sourceChecks: Step[] = [
  {
    name: 'types',
    // By default, four checkers check the shared types four times, which takes twice the CPU time.
    args: ['node_modules/typescript/bin/tsc', '-p', '.', '--checkers', '1'],
    // Less garbage collection saves a quarter of the CPU time, for a tenth more memory.
    env: { GOGC: '400' },
  },
  {
    name: 'format and lint',
    args: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings'],
  },
  { name: 'shape', args: ['scripts/check/check-shape.ts'] },
  { name: 'boundaries', args: ['scripts/check/check-boundaries.ts'] },
  { name: 'unused', args: ['node_modules/knip/bin/knip.js'] },
  { name: 'bundle size', args: ['scripts/check/check-bundle-size.ts'] },
]

const startedAt = performance.now()
const failedSteps: string[] = []
const timings: string[] = []
let browserTestFailures: string[] = []
/** The vitest reporter writes failures to this file. */
const testFailuresFile = join(tmpdir(), `storewright-failures-${process.pid}.txt`)
const runningProcesses = new Set<ChildProcess>()
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of runningProcesses) child.kill(signal)
    process.exitCode = 1
    failedSteps.push('interrupted')
  })
}

// The checks of the sources run beside the tests. The browser tests run after the tests: beside each
// other they end no sooner, and pages wait longer for the processors.
await Promise.all([runStep(tests, { isLive: true }), runSourceChecks()])
await Promise.all([runStep(shortFaults), runBrowserTests()])

console.log(`\n${timings.join('\n')}\n${formatSeconds(startedAt)} s in all`)
const testFailures = existsSync(testFailuresFile) ? readFileSync(testFailuresFile, 'utf8') : ''
rmSync(testFailuresFile, { force: true })
console.log(`\n${testFailures}${browserTestFailures.map(line => `${line}\n`).join('')}`)
console.log(failedSteps.length === 0 ? 'All passed.' : `Failed: ${failedSteps.join(', ')}`)
process.exit(failedSteps.length === 0 ? 0 : 1)

async function runSourceChecks() {
  for (const step of sourceChecks) await runStep(step)
}

/**
 * Runs a step. Its output appears at once with `isLive`, otherwise at its end, so that the outputs
 * of two steps do not mix line by line.
 */
async function runStep({ name, args, env }: Step, { isLive = false } = {}) {
  if (failedSteps.includes('interrupted')) return
  console.log(`\n── ${name}`)
  const stepStartedAt = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: isLive ? 'inherit' : ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, TEST_FAILURES_FILE: testFailuresFile, ...env },
  })
  runningProcesses.add(child)
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => output.push(chunk))
  const [code] = await once(child, 'close')
  runningProcesses.delete(child)
  if (!isLive) process.stdout.write(`\n── ${name}: output\n${Buffer.concat(output)}`)
  timings.push(`${code === 0 ? 'passed' : 'FAILED'}  ${formatSeconds(stepStartedAt)} s  ${name}`)
  if (code !== 0) failedSteps.push(name)
}

function formatSeconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(1).padStart(6)
}

async function runBrowserTests() {
  const name = 'browser tests'
  // They take minutes, so a mistake in the sources that was found before ends the run.
  const hasMistake = sourceChecks.some(step => failedSteps.includes(step.name))
  if (hasMistake || !process.argv.includes('--browser')) return
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
